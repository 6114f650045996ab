import type { Context, MiddlewareHandler, Next } from "hono";
import type { Services } from "../compose.ts";
import { firstWordOf, spellingOf } from "../content/addresses/address-spelling.ts";
import {
  articleFeedAddress,
  isArticleFeed,
  isBelowArticleList,
} from "../content/addresses/article-lists.ts";
import { defaultAddresses } from "../content/addresses/listings.ts";
import {
  isReserved,
  readPageAddresses,
  type TakenPaths,
} from "../content/addresses/move-pages.server.ts";
import { findOwnPage } from "../content/addresses/own-pages.server.ts";
import { pageAt, pageByDefaultAt } from "../content/addresses/page-addresses.ts";
import { articles } from "../content/blocks/articles.ts";
import { pages } from "../content/blocks/pages.ts";
import { findStored } from "../content/records/stored-record.server.ts";
import type { HttpVariables } from "../http/http-app.ts";
import { sandboxRoot } from "../payments/sandbox/endpoints.ts";
import { percentDecoded } from "../platform/texts/percent-decoded.ts";

/** Paths that the server answers without a page route: interfaces, probes and folders of files. */
const otherPaths = [
  "/api",
  "/media",
  "/healthz",
  "/readyz",
  "/metrics",
  sandboxRoot,
  "/assets",
  "/pictures",
];

export type SitePaths = TakenPaths;

/**
 * Paths to which the owner cannot move a page. `pagePaths` are the patterns of the page routes. A
 * pattern that begins with a parameter reserves no word; a pattern that contains a parameter
 * reserves no path.
 */
export function sitePaths(pagePaths: readonly (string | undefined)[]): SitePaths {
  const paths = [...otherPaths, ...pagePaths.map((path) => path ?? "")];
  const words = paths.map(firstWordOf).filter((word) => !/^[:*]/.test(word));
  const fixed = paths.map(spellingOf).filter((path) => !/[:*]/.test(path));
  const withParameter = new Set(
    paths.filter((path) => /^\/?[^/:*]+\/[:*]/.test(path)).map(firstWordOf),
  );
  const open = Object.values(defaultAddresses)
    .map(firstWordOf)
    .filter((word) => word !== "" && !withParameter.has(word));
  return { reservedWords: new Set(words), openWords: new Set(open), ownPaths: new Set(fixed) };
}

type Reading = Pick<Services, "database" | keyof TakenPaths>;

/** Routes of own pages and articles, by their block; no address begins with a hyphen. */
const ownPageRoutes: Readonly<Record<string, string>> = {
  [pages.name]: "/-/page",
  [articles.name]: "/-/article",
};

/** Path of the route of the further pages and the topics of the list of articles. */
const partOfList = "/-/articles";

/** Path that only the route of unknown pages matches; no page can be moved to this path. */
const unknownPath = "/-/-";

/**
 * Path of the route that answers a request. A moved page keeps its route at its default address; a
 * request for the default address gets the route of unknown pages, which redirects to the new
 * address. Own pages and articles have routes of their own, which read the address of the request.
 */
export async function routedPath(services: Reading, path: string): Promise<string> {
  const { read } = services.database;
  const asDefault = pageByDefaultAt(path);
  if (asDefault === undefined && isReserved(path, services)) return path;
  const addresses = await readPageAddresses(read);
  const present = pageAt(addresses, path);
  if (present !== undefined) return present === asDefault ? path : defaultAddresses[present];
  if (asDefault !== undefined) return unknownPath;
  const list = addresses.get("articles") ?? defaultAddresses.articles;
  if (isBelowArticleList(list, path)) {
    return isArticleFeed(list, path) ? articleFeedAddress(defaultAddresses.articles) : partOfList;
  }
  const own = await findOwnPage(read, path);
  return ownPageRoutes[own?.block ?? ""] ?? path;
}

/**
 * Passes a request for a moved page to its route, and a path that cannot be decoded to the route of
 * unknown pages. Calls `onMoved` with the path of a moved page and the path of its route.
 */
export function routeMovedPages(
  services: Reading,
  onMoved: (address: string, route: string) => void = () => {},
): MiddlewareHandler<HttpVariables> {
  return async (context, next) => {
    const { raw, method } = context.req;
    const { pathname } = new URL(raw.url);
    // React Router would print a warning on the console for a path that cannot be decoded.
    if (percentDecoded(pathname) === null) return passTo(unknownPath, context, next);
    // If the database fails, the route fails as well and answers with an error page.
    const routed = await routedPath(services, pathname).catch(() => pathname);
    // A form sent to the default address of a moved page is accepted, so that nothing typed is
    // lost.
    const takesForm = routed === unknownPath && method === "POST";
    if (method === "POST" && routed === pathname && (await isUnknown(services, pathname)))
      return passTo(unknownPath, context, next);
    if (routed === pathname || takesForm) {
      if (method === "POST" && pathname === "/") nameIndexRoute(context);
      return next();
    }
    if (routed !== unknownPath) onMoved(spellingOf(pathname), routed);
    return passTo(routed, context, next);
  };
}

/**
 * Whether a form is sent to an address without a page, such as the former address of a moved page.
 * The panel's route `/{id}`, which takes no forms, would match it.
 */
async function isUnknown({ database, reservedWords }: Reading, path: string): Promise<boolean> {
  const isKnown = pageByDefaultAt(path) !== undefined || reservedWords.has(firstWordOf(path));
  // Scripts of the panel send their forms to "{address}.data".
  if (isKnown || path.endsWith(".data")) return false;
  // If the database fails, the site's page fails as well and answers with an error page.
  return (await findStored(database.read, path.slice(1)).catch(() => undefined)) === undefined;
}

/** Without "?index", React Router would give a form sent to "/" to the root route, which takes none. */
function nameIndexRoute({ req }: Context<HttpVariables>): void {
  const url = new URL(req.raw.url);
  if (url.searchParams.has("index")) return;
  url.search = url.search === "" ? "?index" : `${url.search}&index`;
  req.raw = new Request(url, req.raw);
}

function passTo(route: string, context: Context<HttpVariables>, next: Next): Promise<void> {
  const { raw } = context.req;
  const url = new URL(raw.url);
  context.set("address", url.pathname);
  url.pathname = route;
  context.req.raw = new Request(url, raw);
  return next();
}
