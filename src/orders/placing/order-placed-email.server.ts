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
import { dollarsFromCents } from "#platform/money.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf, longDateOf, startOfDay } from "#platform/time/dates.ts";
import { factsOfLines } from "../lines/lines-in-words.ts";
import { linesOfOrder } from "../lines/order-lines.server.ts";
import { chargedBy } from "../lines/order-lines.ts";
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
const askingForPayment = ["orderPlaced", "paymentReminder", "transferAwaited"] as const;

/**
 * Queues the email with which the customer can pay later, and the email to the team. The customer of
 * an order with nothing to pay has the email about the paid order.
 */
export async function queueOrderPlaced(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  isConfirmed?: boolean,
): Promise<void> {
  const facts = await factsOfPlaced(tx, post, order);
  const toOwner = { name: "orderPlacedOwner" } as const;
  const toCustomer = { name: "orderPlaced", sendAt: post.clock() + delayMs, facts } as const;
  const emails = order.paymentStatus === "UnPaid" ? [toCustomer, toOwner] : [toOwner];
  await queueOrderEmails(tx, post, order, emails, isConfirmed);
}

/** A person who is reminded of the payment. */
interface Reminded {
  readonly to: string;
  readonly accountId: string;
  readonly choicePath: string;
  readonly replyTo?: string;
  readonly thread?: string;
}

/** Queues the emails about an order that was left before paying. */
export async function queuePaymentReminder(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  people: readonly Reminded[],
): Promise<void> {
  const facts = await factsOfPlaced(tx, post, order);
  const emails = people.map((person) => ({ name: "paymentReminder", facts, ...person }) as const);
  await queueOrderEmails(tx, post, order, emails);
}

/** What was ordered, and what is charged for a plan that is charged more than once. */
async function factsOfPlaced(tx: WriteTransaction, post: Post, order: Order) {
  const reader = { timeZone: await post.readTimeZone(tx) };
  const day = addDays(dayOf(order.placedAt, reader.timeZone), daysToFirstPayment);
  const until = longDateOf(startOfDay(day, reader.timeZone), reader);
  const lines = await linesOfOrder(tx, order);
  const charges = isRepeated(order.charged)
    ? [...chargeLines(chargedBy(lines, order), null), payUntilLine(until)]
    : [];
  const parts = factsOfLines(order, lines);
  const total = `${dollarsFromCents(order.priceCents)} ${order.currency}`;
  return [
    ...parts,
    ...(parts.length > 0 ? [["Total", total] as const] : []),
    ...charges.map(({ label, words }) => [label, words] as const),
  ];
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
      // A browser that has accepted an offer pays through a link of its own, which stays.
      await deleteLinks(tx, order.id, { purpose: "payment", email, neverUsed: true });
    }
  }
}

/**
 * Deletes the unsent reminders of a customer who has come back to pay. Their links stay, because the
 * customer may have come by one that an earlier email has.
 */
export async function withdrawReminders(
  tx: WriteTransaction,
  { id }: Pick<Order, "id">,
  now: number,
): Promise<void> {
  await withdrawUnsentMails(tx, { about: id, letter: "paymentReminder" }, now);
}

/** Postpones the email to the customer while a payment may be on its way. */
export async function postponeOrderPlaced(
  tx: WriteTransaction,
  order: Pick<Order, "id">,
  { why, now }: { readonly why: keyof typeof delaysMs; readonly now: number },
): Promise<void> {
  await postponeMails(tx, mailsAbout(order), now + delaysMs[why]);
  await withdrawReminders(tx, order, now);
}

/** Sends a postponed email to the customer soon, because the payment has failed. */
export async function advanceOrderPlaced(
  tx: WriteTransaction,
  order: Pick<Order, "id">,
  now: number,
): Promise<void> {
  await advanceMails(tx, mailsAbout(order), now + delayMs);
}
