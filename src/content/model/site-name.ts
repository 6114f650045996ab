/** What the site is called in titles and mails. */
export const siteName = "Furrow";
