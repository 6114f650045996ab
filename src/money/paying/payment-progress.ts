import { findOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import {
  attemptsOf,
  type PaymentAttempt,
} from "#payments/attempts/payment-attempt-store.server.ts";
import {
  notificationsAbout,
  notificationsAboutSeveral,
  rawOfNotifications,
  type StoredNotification,
} from "#payments/notifications/notifications-about.server.ts";
import type { Resolution } from "#payments/notifications/verified-notification.ts";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { mayInCompany, requireRight } from "#policy/rights.ts";
import { awaitedTransfers } from "../bank-transfer/bank-transfer-tables.server.ts";
import { mayBePaidAlready } from "./may-be-paid-already.ts";

/** By precedence: states in which money may have been taken come first. */
export const progressStates = ["in-question", "pending", "returned", "declined"] as const;
type ProgressState = (typeof progressStates)[number];

/**
 * State of a payment that has not arrived:
 * - in-question: money arrived that does not match the order and needs review
 * - pending: the provider is processing the payment
 * - returned: the customer came back from the provider, which has not reported a result yet
 * - declined: the provider took no money at the customer's last attempt
 */
export interface PaymentProgress {
  readonly state: ProgressState;
  /** Name of the provider, as shown to customers. */
  readonly providerName: string;
  /** Set while the customer's bank confirms a payment, which takes days. */
  readonly isSlow?: true;
  /** Set when the payment page was closed before the customer paid. */
  readonly hasExpired?: true;
}

export interface PaymentProgressDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
}

/**
 * The page warns against a second payment for this time after the customer's return, while the
 * provider has not reported a result. A provider reports within seconds, or within hours after an
 * outage.
 */
const returnCountsMs = 24 * 60 * 60 * 1000;

/**
 * A genuine notification about a payment. `state` is null when the customer needs to see no
 * progress.
 */
interface Report {
  readonly payment: string;
  readonly attemptId: string | null;
  readonly state: ProgressState | null;
  readonly providerName: string;
  readonly isSlow: boolean;
  readonly hasExpired: boolean;
  /**
   * False when the notification reports only the customer's approval, which is no result of the
   * attempt.
   */
  readonly isOutcome: boolean;
}

/**
 * Progress of a payment that may still arrive for an UnPaid or Cancelled order, derived from
 * genuine notifications and the customer's return. Null when no payment is known or the order is
 * Paid or Refunded. Throws "unauthenticated" and "not-found".
 */
export async function paymentProgress(
  { database, payments, clock }: PaymentProgressDependencies,
  actor: Actor,
  orderId: string,
): Promise<PaymentProgress | null> {
  const order = await findOrder({ database }, actor, orderId);
  return progressOf(database.read, payments, order, clock());
}

/** `paymentProgress` for an order that the caller has already read. Works inside a transaction. */
export async function progressOf(
  queries: Queries,
  payments: Payments,
  order: Order,
  now: number,
): Promise<PaymentProgress | null> {
  if (!awaitsMoney(order)) return null;
  return progressIn(payments, await progressFacts(queries, order.id), now);
}

export async function progressFacts(queries: Queries, orderId: string): Promise<ProgressFacts> {
  const stored = (await notificationsAbout(queries, orderId)).filter(isGenuine);
  const ids = stored.map(({ id }) => id);
  const raws = await rawOfNotifications(queries, ids);
  const attempts = await attemptsOf(queries, [orderId]);
  return { stored, raws, attempts };
}

/** A payment may still arrive for a Cancelled order. */
export function awaitsMoney({ paymentStatus }: Pick<Order, "paymentStatus">): boolean {
  return paymentStatus === "UnPaid" || paymentStatus === "Cancelled";
}

interface ProgressFacts {
  /** Oldest first. */
  readonly stored: readonly ReportedNotification[];
  readonly raws: ReadonlyMap<string, Uint8Array>;
  /** Oldest first. */
  readonly attempts: readonly PaymentAttempt[];
}

interface ReportedNotification
  extends Pick<StoredNotification, "id" | "provider" | "state" | "outcome"> {
  /** Null until an admin decides. */
  readonly resolution: StoredNotification["resolution"] | Resolution;
}

export function progressIn(
  payments: Payments,
  facts: ProgressFacts,
  now: number,
): PaymentProgress | null {
  const reports = reportsIn(payments, facts);
  const returned = facts.attempts
    .filter((attempt) => isAwaited(attempt, reports, now))
    .map(({ id, provider }) => ({
      attemptId: id,
      state: "returned" as const,
      providerName: payments.through(provider)?.provider.displayName ?? "the payment provider",
      isSlow: false,
      hasExpired: false,
    }));
  const newest = facts.attempts.at(-1);
  return mostImportant(
    [...lastReports(reports), ...returned],
    newest?.leftAt === null ? newest.id : undefined,
  );
}

function reportsIn(
  payments: Pick<Payments, "through">,
  { stored, raws }: ProgressFacts,
): readonly Report[] {
  return stored.filter(isGenuine).flatMap((notification) => {
    const provider = payments.through(notification.provider)?.provider;
    const raw = raws.get(notification.id);
    // Notifications of a provider that is no longer configured cannot be read.
    if (provider === undefined || raw === undefined) return [];
    const { displayName: providerName } = provider;
    const message = provider.readNotification(raw);
    const state = stateIn(notification, message);
    if (state === undefined) return [];
    const { transactionId, attemptId } = message;
    const payment = `${provider.name} ${transactionId ?? attemptId ?? notification.id}`;
    const isOutcome = message.kind !== "approved" || state !== null;
    // Cards are settled at once, so a card provider waits only for a debit of a bank account.
    const isSlow = state === "pending" && provider.way === "card";
    const hasExpired = state === "declined" && message.rawStatus === "expired";
    return { payment, attemptId, state, providerName, isSlow, hasExpired, isOutcome };
  });
}

/**
 * Attempts whose customer can still pay at the provider: not left, no longer open than a checkout
 * stays, and without a report of a result. Newest first.
 */
export function openCheckoutsIn(
  payments: Pick<Payments, "through">,
  facts: ProgressFacts,
  now: number,
): readonly PaymentAttempt[] {
  const reports = reportsIn(payments, facts);
  return facts.attempts
    .filter(({ createdAt, leftAt }) => leftAt === null && now - createdAt <= checkoutIsOpenMs)
    .filter(({ id }) => !hasOutcome(id, reports))
    .toReversed();
}

/** No provider keeps a checkout open for longer than this. */
export const checkoutIsOpenMs = 24 * 60 * 60 * 1000;

function isAwaited({ id, returnedAt }: PaymentAttempt, reports: readonly Report[], now: number) {
  if (returnedAt === null || now - returnedAt > returnCountsMs) return false;
  return !hasOutcome(id, reports);
}

function hasOutcome(id: string, reports: readonly Report[]): boolean {
  return reports.some(({ attemptId, isOutcome }) => attemptId === id && isOutcome);
}

/**
 * True when the provider confirmed the notification, even if Furrow ignored the notification
 * afterwards. Leaves out repetitions of an earlier notification, except repetitions that need
 * review.
 */
function isGenuine({ state, outcome }: Pick<ReportedNotification, "state" | "outcome">): boolean {
  if (state === "duplicate") return outcome === "review";
  return state === "verified" || state === "ignored";
}

/** Undefined for a notification that is not about the customer's payment. */
function stateIn(
  { state, outcome, resolution }: ReportedNotification,
  { kind, parentTransactionId, grossCents }: PaymentMessage,
): ProgressState | null | undefined {
  // The worker ignores an approval when the provider took no money. All other ignored notifications
  // are tests.
  if (kind === "approved") return state === "ignored" ? "declined" : null;
  if (state === "ignored") return undefined;
  if (kind !== "completed" && kind !== "pending" && kind !== "failed") return undefined;
  // Skips refunds, which can also be pending or fail. A refund names its payment, and its amount is
  // not positive.
  if (parentTransactionId !== null && (grossCents ?? 0) <= 0) return undefined;
  if (outcome === "review") return resolution === null ? "in-question" : null;
  if (kind === "completed") return null;
  return kind === "pending" ? "pending" : "declined";
}

/** A final state wins over "pending", even when the "pending" notification arrives later. */
function lastReports(reports: readonly Report[]): readonly Report[] {
  const ofPayments = Map.groupBy(reports, ({ payment }) => payment);
  return [...ofPayments.values()].flatMap(
    (ofPayment) => ofPayment.findLast(({ state }) => state !== "pending") ?? ofPayment.at(-1) ?? [],
  );
}

/** A declined attempt counts only until the customer starts another attempt. */
function mostImportant(
  reports: readonly Pick<
    Report,
    "attemptId" | "state" | "providerName" | "isSlow" | "hasExpired"
  >[],
  newestAttempt: string | undefined,
): PaymentProgress | null {
  const current = reports.filter(
    ({ state, attemptId }) => state !== "declined" || attemptId === newestAttempt,
  );
  for (const state of progressStates) {
    const report = current.findLast((each) => each.state === state);
    if (report !== undefined) {
      const { providerName, isSlow, hasExpired } = report;
      return {
        state,
        providerName,
        ...(isSlow && { isSlow }),
        ...(hasExpired && { hasExpired }),
      };
    }
  }
  return null;
}

/**
 * Fact about a payment that the payment status of the order does not show:
 * - to-decide: an admin has to decide about a notification
 * - on-its-way: the provider is processing a payment, or has not reported its result
 * - transfer-awaited: the customer has chosen to pay by bank transfer
 */
export type PaymentMark = "to-decide" | "on-its-way" | "transfer-awaited";

/**
 * Marks by order id, read with a constant number of queries. "every" needs the right to see every
 * order; each open review then marks its order "to-decide", including reviews of refunds and of
 * unverified notifications. Throws "forbidden".
 */
export async function paymentMarks(
  { database: { read }, payments, clock }: PaymentProgressDependencies,
  actor: Actor,
  orders: readonly Order[],
  whose: "own" | "every",
): Promise<ReadonlyMap<string, PaymentMark>> {
  if (whose === "every") requireRight(actor, "see every order");
  else {
    for (const order of orders) {
      if (!mayInCompany(actor, "payments", order)) requireRight(actor, "see every order");
    }
  }
  const ids = orders.map(({ id }) => id);
  const factsByOrder = await notificationsAboutSeveral(read, ids);
  const factsOf = (order: Order) =>
    factsByOrder.get(order.id) ?? { attempts: [], notifications: [] };
  const toRead = orders
    .filter(awaitsMoney)
    .flatMap((order) => factsOf(order).notifications.map(({ id }) => id));
  const raws = await rawOfNotifications(read, [...new Set(toRead)]);
  const unpaid = orders.filter(({ paymentStatus }) => paymentStatus === "UnPaid");
  const transfers = await awaitedTransfers(
    read,
    unpaid.map(({ id }) => id),
  );
  const now = clock();
  const marks = new Map<string, PaymentMark>();
  for (const order of orders) {
    const { attempts, notifications } = factsOf(order);
    const progress = awaitsMoney(order)
      ? progressIn(payments, { stored: notifications, raws, attempts }, now)
      : null;
    const isToDecide = whose === "every" && notifications.some(isOpen);
    if (isToDecide) marks.set(order.id, "to-decide");
    else if (mayBePaidAlready(progress)) marks.set(order.id, markOf[progress.state]);
    else if (transfers.has(order.id)) marks.set(order.id, "transfer-awaited");
  }
  return marks;
}

const markOf = {
  "in-question": "to-decide",
  pending: "on-its-way",
  returned: "on-its-way",
} as const;

function isOpen({ outcome, resolution }: { outcome: string | null; resolution: string | null }) {
  return outcome === "review" && resolution === null;
}
