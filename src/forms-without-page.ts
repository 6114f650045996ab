import { data, type ServerBuild } from "react-router";
import type { ServerRoute } from "./only-routes.ts";

/**
 * A build for reading. An address that only takes what forms of other pages send is a page there: so
 * it lies behind the guard of its layout like any other, and whoever passes that is told by a page
 * that it cannot be read. React Router would answer everybody with an error for programs.
 */
export function withPagesForForms(build: ServerBuild): ServerBuild {
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

function refuseToBeRead(): never {
  throw data(null, { status: 405 });
}

function Nothing() {
  return null;
}
