import type { Side } from "../messages/order-message-tables.server.ts";

/**
 * Emails about the order room, each with the side that gets it. People choose when to get these
 * emails. The list leaves out emails about money and the email before an acceptance by time.
 */
export const newsEmails = {
  briefWanted: "customer",
  briefReminder: "customer",
  orderDelivered: "customer",
  monthReport: "customer",
  orderMessage: "customer",
  briefSentOwner: "team",
  deliveryAcceptedOwner: "team",
  changesAskedOwner: "team",
  orderReopenedOwner: "team",
  orderMessageOwner: "team",
  orderAssigned: "team",
} as const satisfies Record<string, Side>;

export type NewsEmail = keyof typeof newsEmails;

/** Pages on which the people of each side choose when to get emails. */
export const choicePaths = { customer: "/account/emails", team: "/admin/your-emails" } as const;

/** Local hour of the daily email. */
export const dailyHour = 8;
