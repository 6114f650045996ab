/** An entry of the breadcrumb; the current screen needs no path. */
export interface Crumb {
  readonly label: string;
  readonly path?: string;
}

/** Properties of a route for its layouts. */
export interface RouteHandle {
  /** Hydrates the route. Only with a reason: public pages do without. */
  readonly hydrate?: boolean;
  /** A short footer, for pages with a single task. */
  readonly quiet?: boolean;
  /**
   * A page that is the same for all visitors, all customers and all admins, so it is rendered once
   * for each: made from the site's content and nothing in the request. "without a query": shared
   * only without query parameters.
   */
  readonly shared?: boolean | "without a query";
  /**
   * Breadcrumb of the screen below the dashboard; the last entry is the screen. A function gets the
   * loader's data, or undefined after an error.
   */
  readonly breadcrumb?: readonly Crumb[] | ((loaderData: unknown) => readonly Crumb[]);
}

/** True when a matched route is hydrated. After a failed loader the error page is not hydrated. */
export function isHydrated(handle: unknown, loaderData: unknown): boolean {
  return Boolean((handle as RouteHandle | undefined)?.hydrate) && loaderData !== undefined;
}
