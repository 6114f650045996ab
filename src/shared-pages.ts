import { createRequestHandler, type ServerBuild } from "react-router";
import { currentActor } from "./access/current-actor.ts";
import { contextWith } from "./app/app-context.server.ts";
import type { RouteHandle } from "./app/route-handle.ts";
import { siteViewOf } from "./app/site-view.ts";
import type { Services } from "./compose.ts";
import { PageCache, type SharedPage, type ViewerKind } from "./http/page-cache.ts";
import { setSecurityHeaders } from "./http/security-headers.ts";
import { onlyRoutes, type ServerRoute } from "./only-routes.ts";
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
    paths: sharedPaths(build),
    version: new SiteVersion(database),
    mayBeSignedIn: (cookie) => cookie.includes("furrow-session="),
    async viewerOf(cookie) {
      const headers = new Headers({ cookie });
      const { kind } = await currentActor({ authentication, database }, headers);
      if (kind === "system") return undefined;
      // Drafts, and what is clicked to be edited, are for whoever asked for them.
      return kind === "admin" && siteViewOf(cookie) !== "visitor" ? undefined : kind;
    },
    render: createRenderer(build, services),
    log,
  });
}

const isShared = (route: ServerRoute | undefined) =>
  (route?.module.handle as RouteHandle | undefined)?.shared === true;

/** In both spellings, with and without a slash at the end. */
function sharedPaths({ routes }: ServerBuild): ReadonlySet<string> {
  const paths = Object.values(routes)
    .filter(isShared)
    .map((route) => `/${route?.path ?? ""}`);
  return new Set(paths.flatMap((path) => (path === "/" ? [path] : [path, `${path}/`])));
}

/**
 * The router looks through every route that it knows several times for each page, which took a tenth
 * of the time.
 */
function onlyShared(build: ServerBuild): ServerBuild {
  return onlyRoutes(build, isShared);
}

function createRenderer(build: ServerBuild, services: Services) {
  const handle = createRequestHandler(onlyShared(build), "production");
  const { publicUrl } = services;
  return async (path: string, viewer: ViewerKind): Promise<SharedPage | null> => {
    const context = contextWith({
      actor: async () => anyone[viewer],
      signInHeaders: () => new Headers(),
      services,
      facts: { requestId: newId(), clientAddress: "unknown" },
      nonce: "",
      noteRoute: () => {},
      outage: null,
    });
    const response = await handle(new Request(`${publicUrl}${path}`), context);
    if (response.status === 404) return null;
    const { headers } = response;
    if (response.status !== 200 || headers.has("set-cookie")) {
      throw new Error(`For all, ${path} is answered ${response.status}, or with a cookie.`);
    }
    setSecurityHeaders(headers, publicUrl);
    // The cache says these itself.
    for (const name of ["Cache-Control", "Vary"]) headers.delete(name);
    return { body: Buffer.from(await response.arrayBuffer()), headers: [...headers] };
  };
}
