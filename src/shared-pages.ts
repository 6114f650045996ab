import type { ServerBuild } from "react-router";
import { currentActor } from "./access/current-actor.ts";
import { type AppContext, contextWith } from "./app/app-context.server.ts";
import { renderSharedPage } from "./app/entry.server.tsx";
import type { RouteHandle } from "./app/route-handle.ts";
import { siteViewOf } from "./app/site-view.ts";
import type { Services } from "./compose.ts";
import { PageCache, type SharedPage, type ViewerKind } from "./http/page-cache.ts";
import { setSecurityHeaders } from "./http/security-headers.ts";
import { onlyRoutes, type ServerRoute } from "./only-routes.ts";
import { createPageLoader } from "./page-loader.ts";
import { newId } from "./platform/ids.ts";
import { SiteVersion } from "./platform/site-version.ts";
import { type Actor, visitor } from "./policy/actor.ts";

/** Nobody in particular: what is made for them can hold nothing about a person. */
const anyone: Readonly<Record<ViewerKind, Actor>> = {
  visitor,
  customer: { kind: "customer", accountId: "", email: "" },
  admin: { kind: "admin", accountId: "", email: "" },
};

/** The pages that all viewers of a kind share, rendered once for each. */
export function createSharedPages(build: ServerBuild, services: Services): PageCache {
  const { access, database, log } = services;
  const { authentication } = access;
  return new PageCache({
    routes: sharedRoutes(build),
    metrics: services.requestMetrics,
    version: new SiteVersion(database),
    mayBeSignedIn: (cookie) => cookie.includes("furrow-session="),
    async viewerOf(cookie) {
      const headers = new Headers({ cookie });
      const { kind } = await currentActor({ authentication, database }, headers);
      if (kind === "system") return undefined;
      // Drafts, and what is clicked to be edited, are for whoever asked for them.
      return kind === "admin" && siteViewOf(cookie) !== "visitor" ? undefined : kind;
    },
    render: createSharedRenderer(build, services),
    log,
  });
}

const isShared = (route: ServerRoute | undefined) =>
  (route?.module.handle as RouteHandle | undefined)?.shared === true;

/** The route of each path, in both spellings, with and without a slash at the end. */
function sharedRoutes({ routes }: ServerBuild): ReadonlyMap<string, string> {
  const paths = Object.values(routes)
    .filter(isShared)
    .map((route) => `/${route?.path ?? ""}`);
  const withSlash = paths.filter((path) => path !== "/").map((path) => [`${path}/`, path] as const);
  return new Map([...paths.map((path) => [path, path] as const), ...withSlash]);
}

/**
 * The router looks through every route that it knows several times for each page, which took a tenth
 * of the time.
 */
function onlyShared(build: ServerBuild): ServerBuild {
  return onlyRoutes(build, isShared);
}

/** Renders the site's pages by their path; null where there is none at present. */
export function createSharedRenderer(build: ServerBuild, services: Services) {
  const { publicUrl } = services;
  const loadPage = createPageLoader(onlyShared(build));
  return async (path: string, viewer: ViewerKind): Promise<SharedPage | null> => {
    const app: AppContext = {
      actor: async () => anyone[viewer],
      signInHeaders: () => new Headers(),
      services,
      facts: { requestId: newId(), clientAddress: "unknown" },
      nonce: "",
      noteRoute: () => {},
      outage: null,
    };
    const url = `${publicUrl}${path}`;
    const page = await loadPage(new Request(url), contextWith(app));
    if (page === null) return null;
    const { bytes, headers } = renderSharedPage(url, page, app);
    setSecurityHeaders(headers, publicUrl);
    // The cache says these itself.
    for (const name of ["Cache-Control", "Vary"]) headers.delete(name);
    return { bytes, headers: [...headers] };
  };
}
