import type { EmailTemplateName } from "#content/emails/email-templates.ts";
import type { Right } from "#policy/rights.ts";
import type { NotificationTopic } from "./notification-topics.ts";

interface TeamEmail {
  readonly topic: NotificationTopic;
  /** Right of the people who may read what the email says. */
  readonly right: Right;
}

/**
 * Emails to the team that are not about the room of an order. Each goes to everybody who has the
 * right and has chosen to be told of the topic. `conversation/news` has the emails about rooms,
 * which depend on the assignment as well.
 */
export const teamEmails = {
  orderPlacedOwner: { topic: "orders", right: "see every order" },
  paymentReceivedOwner: { topic: "orders", right: "see every order" },
  paymentReviewOwner: { topic: "reviews", right: "see every order" },
  subscriptionChangedOwner: { topic: "orders", right: "see every order" },
  invoiceCorrectedOwner: { topic: "orders", right: "see invoices" },
  refundAskedOwner: { topic: "reviews", right: "decline refunds" },
  testimonialGivenOwner: { topic: "deliveries", right: "publish content" },
  newMessageOwner: { topic: "messages", right: "see messages" },
  backupFailedOwner: { topic: "failures", right: "see the status" },
  copyFailedOwner: { topic: "failures", right: "see the status" },
  releaseRefusedOwner: { topic: "failures", right: "publish content" },
} as const satisfies Partial<Record<EmailTemplateName, TeamEmail>>;

export type TeamEmailName = keyof typeof teamEmails;

export function isTeamEmail(name: string): name is TeamEmailName {
  return Object.hasOwn(teamEmails, name);
}
