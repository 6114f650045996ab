import { data, type RouterContextProvider, redirect } from "react-router";
import { findRedirect } from "#content/addresses/redirect-checks.server.ts";
import { appContext } from "../app-context.server.ts";

/** Requests that are counted, because several loaders of one request may ask for this answer. */
const counted = new WeakSet<object>();

/**
 * Response to a path without a page: a redirect if the page was moved, 410 if the owner removed it,
 * otherwise 404.
 */
export async function unknownPage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  body: unknown = null,
): Promise<Response | ReturnType<typeof data>> {
  const { pathname, search } = new URL(request.url);
  const app = context.get(appContext);
  const { services, address } = app;
  const forwarding = await findRedirect(services, address ?? pathname);
  if (forwarding?.kind === "moved") {
    const { to } = forwarding;
    if (!to.startsWith("/")) return redirect(to, 301);
    // Status 308 makes the browser send the form again to the new path.
    const status = request.method === "POST" ? 308 : 301;
    return redirect(withQuery(to, search), status);
  }
  if (forwarding === undefined && request.method === "GET" && !counted.has(app)) {
    counted.add(app);
    services.missingPages.note(address ?? pathname, request.headers.get("referer"));
  }
  return data(body, { status: forwarding === undefined ? 404 : 410 });
}

/** Adds the query of the old URL, unless the target has its own query. */
function withQuery(to: string, search: string): string {
  if (to.includes("?")) return to;
  const [path = "", ...anchor] = to.split("#");
  return [`${path}${search}`, ...anchor].join("#");
}
