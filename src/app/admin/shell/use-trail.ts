import { useMatches } from "react-router";
import type { Crumb, RouteHandle } from "../../route-handle.ts";

/** Where in the panel the screen that is shown stands, below the dashboard. */
export function useTrail(): readonly Crumb[] {
  return useMatches().flatMap(({ handle, loaderData }) => {
    const breadcrumb = (handle as RouteHandle | undefined)?.breadcrumb ?? [];
    return typeof breadcrumb === "function" ? breadcrumb(loaderData) : breadcrumb;
  });
}
