import { data, type RouterContextProvider, redirect } from "react-router";
import { findRedirect } from "../content/find-redirect.server.ts";
import { servicesOf } from "./app-context.server.ts";

/** What an address without a page answers: the way to a new one, that it is gone, or a 404. */
export async function unknownPage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  body: unknown = null,
): Promise<Response | ReturnType<typeof data>> {
  const { pathname } = new URL(request.url);
  const forwarding = await findRedirect(servicesOf(context).database.read, pathname);
  if (forwarding?.kind === "moved") return redirect(forwarding.to, 301);
  return data(body, { status: forwarding === undefined ? 404 : 410 });
}
