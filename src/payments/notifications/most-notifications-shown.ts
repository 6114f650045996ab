/** Nobody reads more messages than this about one payment. */
export const mostNotificationsShown = 50;
