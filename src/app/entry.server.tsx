import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { type AppContext, appContext } from "./app-context.server.ts";
import { contentSecurityPolicy } from "./content-security-policy.server.ts";
import { isHydrated } from "./route-handle.ts";
import siteCss from "./ui/site.css?inline";

const renderTimeoutMs = 10_000;
const styleHash = `sha256-${createHash("sha256").update(siteCss).digest("base64")}`;
const gzipInThread = promisify(gzip);

/** Renders a page whole: nothing is streamed late, so a failure is a proper 500. */
export default async function answerPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const app = loadContext.get(appContext);
  setPageHeaders(headers, routerContext, app);
  const page = await renderPage(request.url, routerContext, app);
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) {
    return new Response(page, { status, headers });
  }
  // Here rather than on the way out: in one piece, and beside the thread that renders.
  headers.set("Content-Encoding", "gzip");
  return new Response(await gzipInThread(page), { status, headers });
}

function setPageHeaders(
  headers: Headers,
  { staticHandlerContext }: EntryContext,
  { nonce, services }: AppContext,
): void {
  const { matches, loaderData } = staticHandlerContext;
  const hydrates = matches.some(({ route }) => isHydrated(route.handle, loaderData[route.id]));
  const { provider } = services.payments;
  const policy = contentSecurityPolicy({ nonce, styleHash, isHydrated: hydrates, provider });
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policy);
  headers.append("Vary", "Accept-Encoding");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
}

function renderPage(
  url: string,
  routerContext: EntryContext,
  { nonce, services }: AppContext,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const page = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(timeout);
          pipe(page);
        },
        onShellError: reject,
        onError(error) {
          services.log.error({ err: error }, "a page could not be rendered");
        },
      },
    );
    const timeout = setTimeout(abort, renderTimeoutMs);
  });
}
