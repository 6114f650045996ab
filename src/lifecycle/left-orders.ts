import { hasCustomerWritten } from "#conversation/messages/customer-wrote.server.ts";
import { customersChoice } from "#conversation/news/mailboxes.server.ts";
import { choicePaths } from "#conversation/news/news-emails.ts";
import { replyReferences } from "#conversation/news/reply-address.ts";
import { awaitedTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { correctionsOf } from "#money/correcting/order-corrections.server.ts";
import { mayBePaidAlready } from "#money/paying/may-be-paid-already.ts";
import {
  checkoutIsOpenMs,
  openCheckoutsIn,
  progressFacts,
  progressIn,
} from "#money/paying/payment-progress.ts";
import { type CompanyRecipient, companyRecipients } from "#orders/company-recipients.server.ts";
import { retakeCoupon } from "#orders/coupons/coupon-places.server.ts";
import type { Order } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { queuePaymentReminder } from "#orders/placing/order-placed-email.server.ts";
import type { Payments } from "#payments/payments.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { type JobHandlers, scheduleJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { dayOf } from "#platform/time/dates.ts";
import { remindersOf } from "#settings/settings.ts";
import { readBankTransfer, readSetting } from "#settings/stored-settings.server.ts";
import { isLaterCycle } from "#subscriptions/cycles/cycle-store.server.ts";
import { awaitPayment } from "./unpaid-coupons.server.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** The jobs of the emails, whose subject is the id of the order, and the days after the order. */
const reminders = [
  { job: "payment-reminder", days: 1 },
  { job: "second-payment-reminder", days: 3 },
] as const;

/** Pause before the next look at a payment that is on its way. */
const pauseMs = 6 * hourMs;
/** An email that could not be sent for so long is not sent any more. */
const lastDay = 14;

export interface ReminderDependencies {
  readonly post: Parameters<typeof queuePaymentReminder>[1];
  readonly payments: Pick<Payments, "through" | "ways"> & Parameters<typeof progressIn>[0];
  /** Whether a contact message came from one of the addresses since a time. */
  readonly hasWritten: (
    queries: Queries,
    writers: { readonly addresses: readonly string[]; readonly since: number },
  ) => Promise<boolean>;
}

async function remindersWanted(queries: Queries): Promise<number> {
  return remindersOf(await readSetting({}, queries, "paymentReminders"));
}

/** Schedules the first email about an order that nobody pays, if the owner wants such emails. */
export async function scheduleReminder(tx: WriteTransaction, order: Order): Promise<void> {
  if ((await remindersWanted(tx)) === 0) return;
  const [{ job, days }] = reminders;
  const dueAt = order.placedAt + days * dayMs;
  await scheduleJob(tx, { kind: job, subject: order.id, dueAt });
}

/**
 * When an email about an unpaid order is due; null for none. Reasons against the email are looked
 * for only then.
 */
export async function plannedReminder(queries: Queries, orderId: string): Promise<number | null> {
  const wanted = await remindersWanted(queries);
  const kinds = reminders.slice(0, wanted).map(({ job }) => job);
  if (kinds.length === 0) return null;
  const job = await queries
    .selectFrom("scheduled_jobs")
    .select("scheduled_for as dueAt")
    .where("subject", "=", orderId)
    .where("kind", "in", kinds)
    .executeTakeFirst();
  return job?.dueAt ?? null;
}

/**
 * Reminds the customers of orders that they left before paying. A job sends its email in the
 * transaction that deletes the job, so each email is sent once. What stops the emails is looked for
 * when they are due, so nothing that happens to an order has to remember them.
 */
export function leftOrderJobs(deps: ReminderDependencies): JobHandlers {
  return Object.fromEntries(
    reminders.map(({ job }, index) => [
      job,
      (tx, { subject }, now) => remind(tx, deps, { orderId: subject, index, now }),
    ]),
  );
}

interface DueReminder {
  readonly orderId: string;
  /** Position in `reminders`. */
  readonly index: number;
  readonly now: number;
}

async function remind(
  tx: WriteTransaction,
  deps: ReminderDependencies,
  { orderId, index, now }: DueReminder,
): Promise<void> {
  const wanted = await remindersWanted(tx);
  const order = await lockOrder(tx, orderId);
  if (index >= wanted || order?.paymentStatus !== "UnPaid") return;
  const people = await companyRecipients(tx, order, "payments");
  if (await isSettledOtherwise(tx, deps, order, people)) return;
  const kind = reminders[index]?.job ?? "";
  const last = order.placedAt + lastDay * dayMs;
  const freeAt = await timeWithoutPayment(tx, deps, order, now);
  if (freeAt > last) return;
  if (freeAt > now) {
    await scheduleJob(tx, { kind, subject: order.id, dueAt: freeAt });
    return;
  }
  if (!(await holdsItsDiscount(tx, deps, order, now))) return;
  await queuePaymentReminder(tx, deps.post, order, await remindedOf(tx, deps, order, people));
  const next = reminders[index + 1];
  if (next === undefined || index + 1 >= wanted) return;
  // A process that was stopped for days does not send two emails at once.
  const dueAt = Math.max(order.placedAt + next.days * dayMs, now + dayMs);
  await scheduleJob(tx, { kind: next.job, subject: order.id, dueAt });
}

/** Whether the customer was deleted, or has done something else than to leave. */
async function isSettledOtherwise(
  tx: WriteTransaction,
  { hasWritten }: ReminderDependencies,
  order: Order,
  people: readonly CompanyRecipient[],
): Promise<boolean> {
  if (order.customerEmail === "" || order.isDemonstration) return true;
  // The later periods of a plan have emails of their own.
  if (await isLaterCycle(tx, order.id)) return true;
  if ((await correctionsOf(tx, order.id)).length > 0) return true;
  const addresses = [...new Set([order.customerEmail, ...people.map(({ address }) => address)])];
  const { id: orderId, placedAt: since } = order;
  if (await hasCustomerWritten(tx, { orderId, addresses, since })) return true;
  return hasWritten(tx, { addresses, since });
}

/**
 * The time from which no payment may be on its way: `now` if there is none. Infinity for an order
 * that the customer pays by bank transfer, or about whose money a person decides.
 */
async function timeWithoutPayment(
  tx: WriteTransaction,
  { payments }: ReminderDependencies,
  order: Order,
  now: number,
): Promise<number> {
  const never = Number.POSITIVE_INFINITY;
  if ((await awaitedTransfer(tx, order.id)) !== null) return never;
  const facts = await progressFacts(tx, order.id);
  if (facts.stored.some(({ outcome }) => outcome === "review")) return never;
  if (mayBePaidAlready(progressIn(payments, facts, now))) return now + pauseMs;
  const [newest] = openCheckoutsIn(payments, facts, now);
  if (newest !== undefined) return newest.createdAt + checkoutIsOpenMs + 1;
  const isPayable =
    payments.ways.some(({ provider: { leastCents = 0 } }) => order.priceCents >= leastCents) ||
    (await readBankTransfer(tx)) !== null;
  return isPayable ? now : now + pauseMs;
}

/**
 * Whether an email may ask for the price of the order. An order that gave the place of its coupon
 * back takes a place again for the time in which it can be paid; without a place, nobody is asked.
 */
async function holdsItsDiscount(
  tx: WriteTransaction,
  { post }: ReminderDependencies,
  order: Order,
  now: number,
): Promise<boolean> {
  const today = dayOf(now, await post.readTimeZone(tx));
  const place = await retakeCoupon(tx, order, today);
  if (place === "retaken") await awaitPayment(tx, order, now);
  return place !== "gone";
}

/** The people who see payments, without those who want no emails about orders. */
async function remindedOf(
  tx: WriteTransaction,
  { post }: ReminderDependencies,
  order: Order,
  people: readonly CompanyRecipient[],
) {
  const reminded = [];
  for (const { accountId, address } of people) {
    if ((await customersChoice(tx, accountId)) === "never") continue;
    reminded.push({
      to: address,
      accountId,
      choicePath: choicePaths.customer,
      ...replyReferences(post, order, "customer", { accountId, email: address }),
    });
  }
  return reminded;
}
