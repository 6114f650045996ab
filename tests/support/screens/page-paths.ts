import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../../src/app/routes.ts";

/** The paths of all routes, as the server reads them from the build. */
export const pagePaths: readonly (string | undefined)[] = pathsIn(routes);

function pathsIn(entries: readonly RouteConfigEntry[]): (string | undefined)[] {
  return entries.flatMap(({ path, children = [] }) => [path, ...pathsIn(children)]);
}
