import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** The paths of all routes, as the server reads them from the build. */
export const pagePaths: readonly (string | undefined)[] = pathsIn(routes);

function pathsIn(entries: readonly RouteConfigEntry[]): (string | undefined)[] {
  return entries.flatMap(({ path, children = [] }) => [path, ...pathsIn(children)]);
}

/** The path patterns of all routes without a child, such as "/outbox/:mailId". */
export const pagePatterns: readonly string[] = patternsIn(routes);

function patternsIn(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, children }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return children === undefined ? [here || "/"] : patternsIn(children, here);
  });
}
