/** Maximum number of notifications shown for one payment. */
export const mostNotificationsShown = 50;
