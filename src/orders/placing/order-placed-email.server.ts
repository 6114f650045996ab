import {
  chargeLines,
  daysToFirstPayment,
  isRepeated,
  payUntilLine,
} from "#content/model/plan-interval.ts";
import type { Post } from "#mail/mailer.ts";
import { advanceMails, postponeMails } from "#mail/outbox/reschedule-mails.server.ts";
import { withdrawUnsentMails } from "#mail/outbox/withdraw-mails.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf, longDateOf, startOfDay } from "#platform/time/dates.ts";
import { deleteLinks } from "../links/issue-link.server.ts";
import type { Order } from "../order.ts";
import { queueOrderEmails } from "../order-emails.server.ts";

/**
 * Delay of the email about a placed order. Most customers pay within these minutes, and then get
 * the email about the payment alone.
 */
const delayMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * Delays while the order can become Paid without a further step of the customer, who must not be
 * told meanwhile that nothing is paid. Each delay ends, so the email is never lost.
 */
const delaysMs = {
  /** The customer goes to the provider now. */
  "at-provider": delayMs,
  /** The customer has come back from the provider, which has not reported a result. */
  returned: dayMs,
  /** The provider has reported a payment that needs days, such as a bank's, or a person's review. */
  reported: 8 * dayMs,
} as const;

const mailsAbout = ({ id }: Pick<Order, "id">) => ({ about: id, letter: "orderPlaced" }) as const;

/** The emails that ask for the payment of an order. */
const askingForPayment = ["orderPlaced", "transferAwaited"] as const;

/** Queues the email with which the customer can pay later, and the email to the team. */
export async function queueOrderPlaced(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  isConfirmed?: boolean,
): Promise<void> {
  const reader = { timeZone: await post.readTimeZone(tx) };
  const day = addDays(dayOf(order.placedAt, reader.timeZone), daysToFirstPayment);
  const until = longDateOf(startOfDay(day, reader.timeZone), reader);
  const lines = isRepeated(order.charged) ? [...chargeLines(order, null), payUntilLine(until)] : [];
  const facts = lines.map(({ label, words }) => [label, words] as const);
  const toCustomer = { name: "orderPlaced", sendAt: post.clock() + delayMs, facts } as const;
  await queueOrderEmails(tx, post, order, [toCustomer, { name: "orderPlacedOwner" }], isConfirmed);
}

/**
 * Deletes the unsent emails that ask the customer to pay, with their links: the order is no longer
 * UnPaid, or another email asks.
 */
export async function withdrawOrderPlaced(
  tx: WriteTransaction,
  order: Pick<Order, "id">,
  now: number,
  letters: readonly (typeof askingForPayment)[number][] = askingForPayment,
): Promise<void> {
  for (const letter of letters) {
    for (const email of await withdrawUnsentMails(tx, { about: order.id, letter }, now)) {
      await deleteLinks(tx, order.id, { purpose: "payment", email });
    }
  }
}

/** Postpones the email to the customer while a payment may be on its way. */
export async function postponeOrderPlaced(
  tx: WriteTransaction,
  order: Pick<Order, "id">,
  { why, now }: { readonly why: keyof typeof delaysMs; readonly now: number },
): Promise<void> {
  await postponeMails(tx, mailsAbout(order), now + delaysMs[why]);
}

/** Sends a postponed email to the customer soon, because the payment has failed. */
export async function advanceOrderPlaced(
  tx: WriteTransaction,
  order: Pick<Order, "id">,
  now: number,
): Promise<void> {
  await advanceMails(tx, mailsAbout(order), now + delayMs);
}
