import { type LoaderFunctionArgs, redirect, type ServerBuild } from "react-router";
import { pathBackTo, withFrom } from "../app/account/return-path.ts";
import { pageError, refusalInit } from "../app/forms.server.ts";
import { type Access, accessOf, accessOfFrame } from "../app/route-access.server.ts";
import { AppError, statusOf } from "../platform/errors.ts";
import { loadOnce } from "../platform/load-once.ts";
import { permissionDenied } from "../policy/rights.ts";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;
type Handler = (args: LoaderFunctionArgs) => unknown;

/**
 * Puts a check in front of the loader and the action of every route: they run only for people with
 * the access that `route-access.server.ts` gives to the route, and for nobody if it gives none. The
 * check belongs to the route itself. So it does not matter how the address is spelled, whether a
 * page or its data is asked for, or which of several loaders.
 */
export function guardRoutes(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && guarded(route, build.routes),
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function guarded(route: Route, routes: Routes): Route {
  const { loader, action } = route.module;
  const access = accessOfRoute(route, routes);
  const isPage = isShownAsPage(route);
  const behind = (handler: Handler) => (args: LoaderFunctionArgs) =>
    runGuarded(handler, args, { access, isPage });
  // A page without a loader is checked when it is shown, as the other pages are.
  const isCheckedAlone = loader === undefined && isPage && access !== "everyone";
  return {
    ...route,
    module: {
      ...route.module,
      ...((loader || isCheckedAlone) && { loader: behind(loader ?? noData) }),
      ...(action && { action: behind(action) }),
    },
  };
}

const noData = () => null;

/** React Router answers for other routes with the response of their loader alone. */
function isShownAsPage({ module }: Route): boolean {
  return module.default !== undefined || module.ErrorBoundary !== undefined;
}

function accessOfRoute(route: Route, routes: Routes): Access | undefined {
  const isFrame = route.path === undefined && !route.index;
  return isFrame ? accessOfFrame(route.id) : accessOf(patternOf(route, routes));
}

function patternOf({ path, parentId }: Route, routes: Routes): string {
  const parent = parentId === undefined ? undefined : routes[parentId];
  const above = parent === undefined ? "/" : patternOf(parent, routes);
  return path === undefined ? above : `${above.replace(/\/$/, "")}/${path}`;
}

/** Loaded on demand, because a server for visitors loads no part of the panel. */
const panelGuard = loadOnce(() => import("../app/admin/frame/shell/admin-guard.server.ts"));

interface Guard {
  readonly access: Access | undefined;
  readonly isPage: boolean;
}

async function runGuarded(handler: Handler, args: LoaderFunctionArgs, guard: Guard) {
  try {
    if (guard.access === undefined) throw new AppError("forbidden", permissionDenied);
    if (guard.access !== "everyone") await (await panelGuard()).admit(guard.access, args);
    return await handler(args);
  } catch (error) {
    // `handleError` of `entry.server.tsx` finds the reason of an outage.
    if (!(error instanceof AppError) || statusOf(error) >= 500) throw error;
    if (error.extra.confirmationRequired && args.request.method === "GET") {
      throw redirect(withFrom("/account/confirm", pathBackTo(args.request)));
    }
    return guard.isPage ? pageError(error) : refuse(error);
  }
}

/** React Router would answer with JSON that does not contain the message. */
function refuse(error: AppError): never {
  const headers = new Headers({ "Content-Type": "text/plain; charset=utf-8" });
  throw new Response(error.message, refusalInit(error, headers));
}
