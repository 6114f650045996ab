import type { ServerBuild } from "react-router";

export type ServerRoute = NonNullable<ServerBuild["routes"][string]>;

/** The pages of a build without all routes but those that are `wanted`, and what they lie in. */
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
