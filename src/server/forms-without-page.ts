import { data, type LoaderFunctionArgs, type ServerBuild } from "react-router";
import { isAskedByScript } from "../app/path-of-screen.server.ts";
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

/** The panel's router, which reads it ahead of what is sent there, shows it to nobody. */
function refuseToBeRead({ request }: LoaderFunctionArgs): null {
  if (isAskedByScript(request)) return null;
  throw data(null, { status: 405 });
}

function Nothing() {
  return null;
}
