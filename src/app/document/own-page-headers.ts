/**
 * `headers` of a route that shows what is one person's own: Back does not show it again once they have
 * signed out. Not for forms that begin empty: what is typed there browsers keep only together with the page.
 */
export const ownPageHeaders = () => ({ "Cache-Control": "private, no-store" });
