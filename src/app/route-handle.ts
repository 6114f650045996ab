/** A step on the way to a screen of the panel; the screen itself needs no path. */
export interface Crumb {
  readonly label: string;
  readonly path?: string;
}

/** What a route says of itself to the layouts around it. */
export interface RouteHandle {
  /** Loads the framework in the browser. Only with a reason: public pages do without. */
  readonly hydrate?: boolean;
  /** The site's frame with a short footer: a page where there is one thing to do. */
  readonly quiet?: boolean;
  /**
   * A page that is alike for all visitors, for all customers and for all admins, so that it is
   * rendered once for each: made from the site's content and from nothing in the request or about a
   * person. A file is shared as a page is. "without a query": one that looks at its query is shared
   * only where there is none.
   */
  readonly shared?: boolean | "without a query";
  /**
   * Where the screen stands in the admin panel, below its dashboard; the last one is the screen. A
   * function is asked with what the loader answered: nothing, where it failed.
   */
  readonly breadcrumb?: readonly Crumb[] | ((loaderData: unknown) => readonly Crumb[]);
}

/**
 * Whether a matched route has the browser load the framework. One whose loader refused has nothing
 * to hydrate: its error page is plain.
 */
export function isHydrated(handle: unknown, loaderData: unknown): boolean {
  return Boolean((handle as RouteHandle | undefined)?.hydrate) && loaderData !== undefined;
}
