/** How an admin looks at the site: as visitors do, with every draft, or to click what to edit. */
export const siteViews = ["visitor", "drafts", "editing"] as const;
export type SiteView = (typeof siteViews)[number];

const cookieName = "furrow-view";

/** The view that the admin has chosen, from the request's cookies. */
export function siteViewOf(cookies: string | null): SiteView {
  const match = /(?:^|;\s*)furrow-view=(\w+)/.exec(cookies ?? "");
  return siteViews.find((view) => view === match?.[1]) ?? "visitor";
}

/** Keeps the choice for as long as the browser is open. */
export function siteViewCookie(view: SiteView): string {
  return `${cookieName}=${view}; Path=/; HttpOnly; SameSite=Lax`;
}
