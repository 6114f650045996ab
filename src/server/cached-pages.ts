import { createRequestHandler, type ServerBuild } from "react-router";
import { currentActor } from "../access/sessions/current-actor.ts";
import { type AppContext, contextWith } from "../app/app-context.server.ts";
import type { RouteHandle } from "../app/root.tsx";
import { siteViewOf } from "../app/site/site-view.ts";
import type { Services } from "../compose.ts";
import {
  PageCache,
  type SharedPage,
  type SharedRoute,
  type ViewerKind,
} from "../http/page-cache/page-cache.ts";
import { setSecurityHeaders } from "../http/security-headers.ts";
import { newId } from "../platform/ids.ts";
import { type Actor, visitor } from "../policy/actor.ts";
import { guardRoutes } from "./guard-routes.ts";
import { routedPath } from "./moved-pages.ts";
import { onlyRoutes, type ServerRoute } from "./page-handler.ts";

/** Actors without an identity, so that a shared page can contain nothing about a person. */
const anyone: Readonly<Record<ViewerKind, Actor>> = {
  visitor,
  customer: { kind: "customer", accountId: "", email: "" },
  admin: { kind: "admin", accountId: "", email: "" },
};

/** The cache of the pages that all visitors, all customers or all admins share. */
export function createSitePageCache(build: ServerBuild, services: Services): PageCache {
  const { access, database, siteVersion, log } = services;
  const { authentication } = access;
  return new PageCache({
    routes: sharedRoutes(build),
    metrics: services.requestMetrics,
    version: siteVersion,
    mayBeSignedIn: (cookie) => cookie.includes("furrow-session="),
    async viewerOf(cookie) {
      const headers = new Headers({ cookie });
      const { kind } = await currentActor({ authentication, database }, headers);
      // Staff get no cached pages, because the pages of staff differ by role.
      if (kind === "system" || kind === "staff" || kind === "link") return undefined;
      // An admin who sees drafts, or who edits texts on the page itself, gets no cached page.
      return kind === "admin" && siteViewOf(cookie) !== "visitor" ? undefined : kind;
    },
    render: createSharedRenderer(build, services),
    log,
  });
}

const sharedOf = (route: ServerRoute | undefined) =>
  (route?.module.handle as RouteHandle | undefined)?.shared;

const isShared = (route: ServerRoute | undefined) => Boolean(sharedOf(route));

const pathOf = (route: ServerRoute | undefined) => `/${route?.path ?? ""}`;

const bothSpellings = (path: string) => (path === "/" ? [path] : [path, `${path}/`]);

function sharedRoutes({ routes }: ServerBuild): ReadonlyMap<string, SharedRoute> {
  const shared = Object.values(routes).filter(isShared);
  return new Map(
    shared.flatMap((route) => {
      const pattern = pathOf(route);
      const ignoresQuery = sharedOf(route) === true;
      return bothSpellings(pattern).map((path) => [path, { pattern, ignoresQuery }] as const);
    }),
  );
}

/**
 * Renders the page or file at a path; null when the path has neither, or redirects. Throws when the
 * page fails.
 */
function createSharedRenderer(build: ServerBuild, services: Services) {
  const { publicUrl } = services;
  const handle = createRequestHandler(guardRoutes(onlyRoutes(build, isShared)));
  return async (path: string, viewer: ViewerKind): Promise<SharedPage | null> => {
    // The page must be of the site version that the cache has read before.
    await services.payments.follow();
    const routed = await routedPath(services, path);
    const app: AppContext = {
      actor: async () => anyone[viewer],
      signInHeaders: () => new Headers(),
      services,
      facts: { requestId: newId(), clientAddress: "unknown" },
      address: routed === path ? null : path,
      nonce: "",
      noteRoute: () => {},
      nextPageRules: null,
      look: undefined,
      outage: null,
    };
    const answer = await handle(new Request(`${publicUrl}${routed}`), contextWith(app));
    const { status, headers } = answer;
    if (status === 404 || (status >= 300 && status < 400)) return null;
    if (status !== 200 || headers.has("Set-Cookie")) {
      throw new Error(`A cached page must be 200 and set no cookie; ${path} is ${status}.`);
    }
    setSecurityHeaders(headers, publicUrl);
    // The page cache sets its own values of these headers.
    for (const name of ["Cache-Control", "Vary"]) headers.delete(name);
    return { body: Buffer.from(await answer.arrayBuffer()), headers: [...headers] };
  };
}
