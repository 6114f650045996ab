import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import {
  createRequestHandler,
  data,
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
  type ServerBuild,
} from "react-router";
import { contextWith } from "../app/app-context.server.ts";
import { isAskedByScript } from "../app/path-of-screen.server.ts";
import type { Services } from "../compose.ts";
import type { HttpVariables } from "../http/http-app.ts";
import { guardRoutes } from "./guard-routes.ts";

type Mode = "production" | "development";
type Pages = (context: Context<HttpVariables>) => Promise<Response>;

export function createPages(
  build: ServerBuild,
  services: Services,
  mode: Mode = "production",
): Pages {
  const handle = createRequestHandler(guardRoutes(build), mode);
  const read = createRequestHandler(guardRoutes(withPagesForForms(build)), mode);
  const routes = routesOf(build);
  return async (context) => {
    const { facts } = context.var;
    await services.payments.follow();
    const router = contextWith({
      ...services.identify(context.req.raw, facts.clientAddress),
      services,
      facts,
      address: context.var.address ?? null,
      nonce: randomBytes(16).toString("base64url"),
      noteRoute: (pattern) =>
        context.set("route", pattern.startsWith("/") ? pattern : `/${pattern}`),
      nextPageRules: null,
      look: undefined,
      outage: null,
    });
    const isRead = context.req.method === "GET" || context.req.method === "HEAD";
    const response = await (isRead ? read : handle)(context.req.raw, router);
    if (response.status === 405) {
      response.headers.set("Allow", methodsAt(new URL(context.req.url).pathname, build, routes));
    }
    return response;
  };
}

/**
 * All routes, from the manifest for browsers, which also lists routes whose modules a build omits.
 */
function routesOf({ assets }: ServerBuild): RouteObject[] {
  return routeTree(Object.values(assets.routes).filter((route) => route !== undefined));
}

interface ListedRoute {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
}

/** The routes of a build, nested for the router. */
function routeTree(routes: readonly ListedRoute[]): RouteObject[] {
  const byParent = Map.groupBy(routes, ({ parentId }) => parentId);
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    (byParent.get(parentId) ?? []).map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: childrenOf(id) },
    );
  return childrenOf(undefined);
}

/**
 * A build for GET requests. A route with only an action gets a loader that answers 405, so that its
 * guard runs first and the answer is a page; React Router would answer with plain text.
 */
function withPagesForForms(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route !== undefined && takesOnlyForms(route)
      ? { ...route, module: { ...route.module, loader: refuseToBeRead, default: Nothing } }
      : route,
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function takesOnlyForms({ module }: ServerRoute): boolean {
  return module.loader === undefined && module.default === undefined;
}

/**
 * Loader of a route that only takes forms. Answers 405, except to React Router's script in the
 * panel, which reloads the route's data after an action and shows no page.
 */
function refuseToBeRead({ request }: LoaderFunctionArgs): null {
  if (isAskedByScript(request)) return null;
  throw data(null, { status: 405 });
}

function Nothing() {
  return null;
}

export type ServerRoute = NonNullable<ServerBuild["routes"][string]>;

export function onlyRoutes(
  { routes, assets, ...build }: ServerBuild,
  wanted: (route: ServerRoute) => boolean,
): ServerBuild {
  const kept = new Set<string>();
  for (const first of Object.values(routes)) {
    if (first === undefined || !wanted(first)) continue;
    for (let route: ServerRoute | undefined = first; route; route = routes[route.parentId ?? ""]) {
      kept.add(route.id);
    }
  }
  const pick = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => kept.has(id)));
  return { ...build, routes: pick(routes), assets: { ...assets, routes: pick(assets.routes) } };
}

function methodsAt(pathname: string, build: ServerBuild, routes: RouteObject[]): string {
  const id = matchRoutes(routes, pathname)?.at(-1)?.route.id ?? "";
  const module = build.routes[id]?.module;
  const isPage = module?.loader !== undefined || module?.default !== undefined;
  return [...(isPage ? ["GET", "HEAD"] : []), ...(module?.action ? ["POST"] : [])].join(", ");
}
