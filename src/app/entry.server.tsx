import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  type ServerInstrumentation,
  ServerRouter,
} from "react-router";
import { lookOf } from "#look/look.ts";
import { lookCss } from "#look/look-css.ts";
import { takesGzip } from "../http/page-cache/cached-page.ts";
import { outageOf } from "../platform/database/database-faults.ts";
import { AppError, statusOf } from "../platform/errors.ts";
import passkeyScript from "./account/security/passkey.ts?script-text";
import { type AppContext, appContext } from "./app-context.server.ts";
import { offerIn, withOffer } from "./document/offer-links.ts";
import { fontsOfFirstView } from "./looks/inlined-fonts.server.ts";
import { sheetsOfLook } from "./looks/look-sheets.ts";
import plainBannerSheet from "./looks/plain-banner.css?sheet";
import { fontsOf } from "./looks/typeface-sheets.ts";
import { isHydrated, takesOwnCss } from "./root.tsx";
import firstViewSheet from "./ui/pictures/first-view.css?sheet";
import siteSheet from "./ui/styles/site.css?sheet";
import plainSiteSheet from "./ui/styles/site-without-drawings.css?sheet";
import { CollectSheets, PageSheets, type StyleSheet } from "./ui/styles/style-sheets.ts";

const renderTimeoutMs = 10_000;
/** The element that `root.tsx` renders in place of the style sheets of the page. */
const emptyStyle = "<style></style>";
const fontPreload = (address: string) =>
  `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin="anonymous"/>`;
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
  const collected = new PageSheets();
  const html = await renderPage(request.url, routerContext, app, collected);
  const dress = hydrates ? undefined : dressOf(collected, app, await ownRules(routerContext, app));
  const dressed = dress === undefined ? html : html.replace(emptyStyle, () => headOf(dress));
  const page = dress === undefined ? dressed : withOffer(dressed, offerIn(request.url));
  setPageHeaders(headers, dress?.sheets, app);
  if (!takesGzip(request.headers.get("accept-encoding") ?? undefined)) {
    return new Response(page, { status: shownStatus, headers });
  }
  // A worker thread compresses the whole page, so that rendering is not blocked.
  headers.set("Content-Encoding", "gzip");
  return new Response(await gzipInThread(page), { status: shownStatus, headers });
}

interface Dress {
  readonly sheets: readonly InlinedSheet[];
  /** Addresses of fonts. */
  readonly preloads: readonly string[];
}

type InlinedSheet = Pick<StyleSheet, "text" | "hash">;

/** The landing page inlines its font; other pages load their fonts' files before the layout. */
function dressOf(collected: PageSheets, app: AppContext, ownCss: string): Dress {
  const look = lookOf(app.look);
  // Only the banner of the landing page has one of these sheets.
  const isLanding = collected.has(firstViewSheet) || collected.has(plainBannerSheet);
  const fonts = isLanding ? fontsOfFirstView(look) : fontsOf(look, false);
  for (const sheet of [...sheetsOfLook(look), ...fonts.sheets]) collected.add(sheet);
  const text = lookCss(look);
  const ofAllPages = look.hasDrawings ? siteSheet : plainSiteSheet;
  const sheets = collected.inOrder().map((sheet) => (sheet === siteSheet ? ofAllPages : sheet));
  // After the sheet of all pages, whose sizes the look changes.
  const after = sheets.indexOf(ofAllPages) + 1;
  return {
    sheets: [
      ...sheets.slice(0, after),
      inlined(text),
      ...sheets.slice(after),
      ...(ownCss === "" ? [] : [inlined(ownCss)]),
    ],
    preloads: fonts.preloads,
  };
}

function inlined(text: string): InlinedSheet {
  return { text, hash: contentHash(text) };
}

/** What was last left out of pages, so that the log says it once. */
let leftOut = "";

/** The owner's custom CSS, on public pages only; "" while it has a fault. */
async function ownRules(routerContext: EntryContext, { look, services }: AppContext) {
  const written = look?.customCss ?? "";
  const { matches } = routerContext.staticHandlerContext;
  if (written === "" || !matches.some(({ route }) => takesOwnCss(route.handle))) return "";
  // Loaded here, because few sites have such rules, and the parser is large.
  const { customCss } = await import("#look/custom-css/custom-css.ts");
  const { css, fault } = customCss(written);
  if (fault !== null && leftOut !== written) {
    leftOut = written;
    services.log.warn({ fault }, "pages are shown without the custom CSS of the look");
  }
  return css;
}

function headOf({ sheets, preloads }: Dress): string {
  return [...preloads.map(fontPreload), ...sheets.map(({ text }) => `<style>${text}</style>`)].join(
    "",
  );
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
  sheets: readonly InlinedSheet[] | undefined,
  { nonce, nextPageRules, services }: AppContext,
): void {
  const formTargets = services.payments.ways.flatMap(({ provider }) => provider.formTargets);
  const policy = contentSecurityPolicy({
    nonce,
    styleHashes: sheets?.map(({ hash }) => hash),
    nextPagesHash: nextPageRules === null ? undefined : contentHash(nextPageRules),
    formTargets,
  });
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policy);
  headers.append("Vary", "Accept-Encoding");
  if (headers.has("Cache-Control")) return;
  // With `no-store`, Back does not show the panel after signing out. The panel stores typed text
  // itself, so `no-store` does not lose the text.
  const isPanel = sheets === undefined;
  headers.set("Cache-Control", `private, ${isPanel ? "no-store" : "no-cache"}`);
}

function renderPage(
  url: string,
  routerContext: EntryContext,
  { nonce, services }: AppContext,
  collected: PageSheets,
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
      <CollectSheets value={collected}>
        <ServerRouter context={routerContext} url={url} nonce={nonce} />
      </CollectSheets>,
      {
        nonce,
        // The page is sent whole, so no part of it needs to wait at the end for a script to move it.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
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

function contentHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Hash of the script that the login page and the passkeys page inline. */
const passkeyHash = contentHash(passkeyScript);

interface PagePolicy {
  readonly nonce: string;
  /** Undefined in the panel, which has no inlined styles. */
  readonly styleHashes: readonly string[] | undefined;
  readonly nextPagesHash: string | undefined;
  /** Origins of the payment providers to which a form hands off. */
  readonly formTargets: readonly string[];
}

/**
 * Content-Security-Policy of a page. Pages of the panel are rendered per response and use a nonce;
 * cached pages use hashes. Forms may be sent to the payment providers. Images may come from any
 * origin, because owners may enter any URL; some images and a font are inlined.
 */
export function contentSecurityPolicy(page: PagePolicy): string {
  const { nonce, styleHashes, nextPagesHash, formTargets } = page;
  const isPanel = styleHashes === undefined;
  const ownScripts = isPanel ? [`nonce-${nonce}`] : [nextPagesHash ?? [], passkeyHash].flat();
  const ownStyles = styleHashes ?? [`nonce-${nonce}`];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...ownScripts.map((source) => `'${source}'`)].join(" "),
    ["style-src 'self'", ...ownStyles.map((source) => `'${source}'`)].join(" "),
    // The panel's component library sets style attributes. The panel shows emails in a frame.
    ...(isPanel ? ["style-src-attr 'unsafe-inline'", "frame-src 'self'"] : []),
    "img-src 'self' https: http: data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
