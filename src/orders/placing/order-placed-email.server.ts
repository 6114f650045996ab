import type { Post } from "#mail/mailer.ts";
import { postponeMails } from "#mail/outbox/postpone-mails.server.ts";
import { withdrawMails } from "#mail/outbox/withdraw-mails.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { deleteLinks } from "../links/issue-link.server.ts";
import type { Order } from "../order.ts";
import { queueOrderEmails } from "../order-emails.server.ts";

/**
 * Delay of the email about a placed order. Most customers pay within these minutes, and then get
 * the email about the payment alone.
 */
const delayMs = 10 * 60_000;
/** Delay while the customer has come back from the provider and the result is not known. */
const returnedDelayMs = 24 * 60 * 60_000;

const letter = "orderPlaced";

/** Queues the email with which the customer can pay later, and the email to the team. */
export async function queueOrderPlaced(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  isConfirmed?: boolean,
): Promise<void> {
  const toCustomer = { name: letter, sendAt: post.clock() + delayMs } as const;
  await queueOrderEmails(tx, post, order, [toCustomer, { name: "orderPlacedOwner" }], isConfirmed);
}

/** Deletes the email to the customer, with its links, if it was not sent: the order is not unpaid. */
export async function withdrawOrderPlaced(
  tx: WriteTransaction,
  { id }: Pick<Order, "id">,
): Promise<void> {
  const withdrawn = await withdrawMails(tx, { about: id, letter, since: 0 });
  if (withdrawn) await deleteLinks(tx, id, { purpose: "payment" });
}

/** Sends the email to the customer a day later, because a payment may be on its way. */
export async function postponeOrderPlaced(
  tx: WriteTransaction,
  { id }: Pick<Order, "id">,
  now: number,
): Promise<void> {
  await postponeMails(tx, { about: id, letter, until: now + returnedDelayMs });
}
