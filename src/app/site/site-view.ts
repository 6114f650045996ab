export const siteViews = ["visitor", "drafts", "editing"] as const;
export type SiteView = (typeof siteViews)[number];

const cookieName = "furrow-view";

export function siteViewOf(cookies: string | null): SiteView {
  const match = /(?:^|;\s*)furrow-view=(\w+)/.exec(cookies ?? "");
  return siteViews.find((view) => view === match?.[1]) ?? "visitor";
}

export function siteViewCookie(view: SiteView): string {
  return `${cookieName}=${view}; Path=/; HttpOnly; SameSite=Lax`;
}
