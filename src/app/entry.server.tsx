import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { appContext } from "./app-context.server.ts";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";
import { isHydrated } from "./route-handle.ts";

/** Renders a page whole: nothing is streamed late, so a failure is a proper 500. */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, services } = loadContext.get(appContext);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { matches, loaderData } = routerContext.staticHandlerContext;
  const hydrates = matches.some(({ route }) => isHydrated(route.handle, loaderData[route.id]));
  const { provider } = services.payments;
  const policy = contentSecurityPolicy({ nonce, isHydrated: hydrates, provider });
  headers.set("Content-Security-Policy", policy);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timeout);
          const body = new PassThrough();
          const stream = createReadableStreamFromReadable(body);
          resolve(new Response(request.method === "HEAD" ? null : stream, { status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          services.log.error({ err: error }, "a page could not be rendered");
        },
      },
    );
    const timeout = setTimeout(abort, 10_000);
  });
}
