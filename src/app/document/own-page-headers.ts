/**
 * `headers` of a route with personal content: Back does not show it after signing out. Not for
 * empty forms, whose text browsers keep only together with the page.
 */
export const ownPageHeaders = () => ({ "Cache-Control": "private, no-store" });
