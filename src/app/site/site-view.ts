/** Views of the site for admins: as visitors see it, with all drafts, or in the edit view. */
export const siteViews = ["visitor", "drafts", "editing"] as const;
export type SiteView = (typeof siteViews)[number];

const cookieName = "furrow-view";

/** The admin's view from the request's cookies. */
export function siteViewOf(cookies: string | null): SiteView {
  const match = /(?:^|;\s*)furrow-view=(\w+)/.exec(cookies ?? "");
  return siteViews.find((view) => view === match?.[1]) ?? "visitor";
}

/** A session cookie for the view. */
export function siteViewCookie(view: SiteView): string {
  return `${cookieName}=${view}; Path=/; HttpOnly; SameSite=Lax`;
}
