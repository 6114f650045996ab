import { type NotificationTopic, teamChoicePath } from "#mail/team/notification-topics.ts";
import type { Side } from "../order-message-tables.server.ts";

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

/** Topics of the emails to the team. */
export const newsTopics = {
  briefSentOwner: "messages",
  orderMessageOwner: "messages",
  deliveryAcceptedOwner: "deliveries",
  changesAskedOwner: "deliveries",
  orderReopenedOwner: "deliveries",
  orderAssigned: "assignments",
} as const satisfies Partial<Record<NewsEmail, NotificationTopic>>;

/** Null for an email to customers. */
export function topicOfNews(email: NewsEmail): NotificationTopic | null {
  const topics: Readonly<Partial<Record<NewsEmail, NotificationTopic>>> = newsTopics;
  return topics[email] ?? null;
}

/** Pages on which the people of each side choose when to get emails. */
export const choicePaths = { customer: "/account/emails", team: teamChoicePath } as const;
