import { Writable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  type ServerInstrumentation,
  ServerRouter,
} from "react-router";
import { type PageBytes, takesGzip } from "../http/page-cache/cached-page.ts";
import type { PaymentProvider } from "../payments/payment-provider.ts";
import { outageOf } from "../platform/database/database-faults.ts";
import { AppError, statusOf } from "../platform/errors.ts";
import passkeyScript from "./account/security/passkey.ts?script-text";
import { type AppContext, appContext } from "./app-context.server.ts";
import { minifyClassNames } from "./document/minify-class-names.server.ts";
import { contentHash, createPageStyles } from "./document/page-styles.server.ts";
import { isHydrated } from "./root.tsx";
import fontAddress from "./ui/fonts/fraunces.woff2";
import fontDataUrl from "./ui/fonts/fraunces.woff2?inline";
import { inlinedPicture } from "./ui/pictures/picture.tsx";
import siteCss from "./ui/styles/site.css?inline";

const renderTimeoutMs = 10_000;
/** In development, class names are not minified. */
const stylePage = createPageStyles(
  import.meta.env.PROD ? minifyClassNames(siteCss) : { sheet: siteCss, classNames: new Map() },
  { className: inlinedPicture.className, address: fontAddress, dataUrl: fontDataUrl },
);
/** The element that `root.tsx` renders as a placeholder for the style sheet of the page. */
const emptyStyle = "<style></style>";
const fontPreload = `<link rel="preload" href="${fontAddress}" as="font" type="font/woff2" crossorigin="anonymous"/>`;
const gzipInThread = promisify(gzip);

/**
 * Renders a complete page without streaming, so that a failing component still leads to status 500.
 */
export default async function answerPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const app = loadContext.get(appContext);
  const hydrates = isHydratedPage(routerContext);
  const outage = status === 500 ? app.outage : null;
  if (outage !== null) sayWhy(outage, headers, hydrates ? null : routerContext);
  const shownStatus = outage === null ? status : statusOf(outage);
  passOnWait(routerContext, headers);
  const rendered = await renderPage(request.url, routerContext, app);
  const { html, style } = hydrates ? { html: rendered } : stylePage(rendered);
  const page =
    style === undefined
      ? html
      : html.replace(emptyStyle, () => `${beginning(style)}${style.text}</style>`);
  setPageHeaders(headers, style?.hash, app);
  if (!takesGzip(request.headers.get("accept-encoding") ?? undefined)) {
    return new Response(page, { status: shownStatus, headers });
  }
  // A worker thread compresses the whole page, so that rendering is not blocked.
  headers.set("Content-Encoding", "gzip");
  return new Response(await gzipInThread(page), { status: shownStatus, headers });
}

/**
 * Renders a page for the page cache, without the scripts of React and the router. An error of a
 * component is thrown.
 */
export function renderSharedPage(
  url: string,
  routerContext: EntryContext,
  app: AppContext,
): { bytes: PageBytes; headers: Headers } {
  const { html, style } = stylePage(
    renderToStaticMarkup(<ServerRouter context={routerContext} url={url} />),
  );
  const at = html.indexOf(emptyStyle);
  const headers = new Headers();
  setPageHeaders(headers, style.hash, app);
  const head = Buffer.from(`<!DOCTYPE html>${html.slice(0, at)}${beginning(style)}`);
  const rest = Buffer.from(html.slice(at + "<style>".length));
  return { bytes: { head, style: style.bytes, rest }, headers };
}

function beginning({ inlinesFont }: { inlinesFont: boolean }): string {
  return `${inlinesFont ? "" : fontPreload}<style>`;
}

/** Logs errors of loaders and actions, because React Router only shows an error page. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  // A disconnected client and a rejection such as 404 are not logged, because the server did not
  // fail.
  if (request.signal.aborted || isRefusal(error)) return;
  const app = (context as Readonly<RouterContextProvider>).get(appContext);
  const isOutage = error instanceof AppError && error.code === "unavailable";
  app.outage = isOutage ? error : outageOf(error);
  if (app.outage === null) app.services.log.error({ err: error }, "a page failed unexpectedly");
  else app.services.log.warn({ err: error }, "a page could not be served");
};

function isRefusal(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500;
}

/**
 * During an outage, a data request of the client router gets the status that the page would have.
 */
export const handleDataRequest: HandleDataRequestFunction = (response, { context, request }) => {
  const { outage } = (context as Readonly<RouterContextProvider>).get(appContext);
  const headers = new Headers(response.headers);
  // The response to a form can contain a password of an order.
  if (request.method === "POST") headers.set("Cache-Control", "private, no-store");
  if (outage === null || response.status !== 500) {
    return new Response(response.body, { status: response.status, headers });
  }
  sayWhen(outage, headers);
  return new Response(response.body, { status: statusOf(outage), headers });
};

export const instrumentations: ServerInstrumentation[] = [
  {
    handler(handler) {
      handler.instrument({
        async request(handle, { context }) {
          const { meta } = await handle();
          if (meta !== undefined) context?.get(appContext).noteRoute(meta.pattern);
        },
      });
    },
  },
];

/** Shows the reason of an outage on the error page, because React Router hides thrown errors. */
function sayWhy(outage: AppError, headers: Headers, routerContext: EntryContext | null): void {
  sayWhen(outage, headers);
  // The browser does not receive the thrown error. An error response reaches both server and
  // browser, so both render the same text and hydration succeeds.
  const errors = routerContext?.staticHandlerContext.errors ?? {};
  for (const id of Object.keys(errors)) {
    errors[id] = {
      status: statusOf(outage),
      statusText: "",
      internal: false,
      data: outage.message,
    };
  }
}

function sayWhen({ retryAfterSeconds }: AppError, headers: Headers): void {
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
}

/** Copies the `Retry-After` header of a rejection, which React Router drops. */
function passOnWait({ staticHandlerContext }: EntryContext, headers: Headers): void {
  const { actionHeaders, loaderHeaders } = staticHandlerContext;
  for (const given of [...Object.values(actionHeaders), ...Object.values(loaderHeaders)]) {
    const wait = given.get("Retry-After");
    if (wait !== null) headers.set("Retry-After", wait);
  }
}

function isHydratedPage({ staticHandlerContext }: EntryContext): boolean {
  const { matches, loaderData } = staticHandlerContext;
  return matches.some(({ route }) => isHydrated(route.handle, loaderData[route.id]));
}

function setPageHeaders(
  headers: Headers,
  styleHash: string | undefined,
  { nonce, nextPageRules, services }: AppContext,
): void {
  const { provider } = services.payments;
  const policy = contentSecurityPolicy({
    nonce,
    styleHash,
    nextPagesHash: nextPageRules === null ? undefined : contentHash(nextPageRules),
    provider,
  });
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policy);
  headers.append("Vary", "Accept-Encoding");
  if (headers.has("Cache-Control")) return;
  // With `no-store`, Back does not show the panel after signing out. The panel stores typed text
  // itself, so `no-store` does not lose the text.
  const isPanel = styleHash === undefined;
  headers.set("Cache-Control", `private, ${isPanel ? "no-store" : "no-cache"}`);
}

function renderPage(
  url: string,
  routerContext: EntryContext,
  { nonce, services }: AppContext,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const page = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
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

/** Hash of the script that the login page and the passkeys page inline. */
const passkeyHash = contentHash(passkeyScript);

interface PagePolicy {
  readonly nonce: string;
  /** Undefined in the panel, which has no inlined styles. */
  readonly styleHash: string | undefined;
  readonly nextPagesHash: string | undefined;
  readonly provider: PaymentProvider;
}

/**
 * Content-Security-Policy of a page. Pages of the panel are rendered per response and use a nonce;
 * cached pages use hashes. Forms may be sent to the payment provider. Images may come from any
 * origin, because owners may enter any URL; some images and a font are inlined.
 */
export function contentSecurityPolicy(page: PagePolicy): string {
  const { nonce, styleHash, nextPagesHash, provider } = page;
  const isPanel = styleHash === undefined;
  const ownScripts = isPanel ? [`nonce-${nonce}`] : [nextPagesHash ?? [], passkeyHash].flat();
  return [
    "default-src 'none'",
    ["script-src 'self'", ...ownScripts.map((source) => `'${source}'`)].join(" "),
    `style-src 'self' '${isPanel ? `nonce-${nonce}` : styleHash}'`,
    // The panel's component library sets style attributes. The panel shows emails in a frame.
    ...(isPanel ? ["style-src-attr 'unsafe-inline'", "frame-src 'self'"] : []),
    "img-src 'self' https: http: data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...provider.formTargets].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
