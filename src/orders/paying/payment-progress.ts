import type { PaymentAttempt } from "../../payments/attempts/payment-attempt.ts";
import { attemptsOf } from "../../payments/attempts/payment-attempt-store.server.ts";
import {
  notificationsAbout,
  rawOfNotifications,
  type StoredNotification,
} from "../../payments/notifications/notifications-about.server.ts";
import type { Resolution } from "../../payments/notifications/verified-notification.ts";
import type { PaymentMessage } from "../../payments/payment-provider.ts";
import type { Payments } from "../../payments/payments.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { findOrder } from "../find-order.ts";
import type { Order } from "../order.ts";

/** In the order in which one hides another: what may have taken money comes first. */
export const progressStates = ["in-question", "pending", "returned", "declined"] as const;
type ProgressState = (typeof progressStates)[number];

/**
 * What is known of a payment that has not arrived:
 * - in-question: money came that does not match the order, and nobody has decided about it
 * - pending: the provider is working on it
 * - returned: the customer came back from the provider, which has not said yet what became of it
 * - declined: the provider took nothing the last time that the customer was sent to pay
 */
export interface PaymentProgress {
  readonly state: ProgressState;
  /** What customers call the provider that it is about. */
  readonly providerName: string;
}

interface PaymentProgressDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
}

/**
 * So long does a return without any word make paying again a second thought. A provider's word
 * comes within seconds, and after a fault of its own within hours.
 */
const returnCountsMs = 24 * 60 * 60 * 1000;

/** What a genuine message says of one payment; null when it settles it without telling anything. */
interface Word {
  readonly payment: string;
  readonly attemptId: string | null;
  readonly state: ProgressState | null;
  readonly providerName: string;
  /** It says what became of the attempt, and not only that the customer has approved it. */
  readonly isOutcome: boolean;
}

/**
 * What genuine messages, and the customer's return, say of money that an order waits for, or that
 * may still come after it was cancelled; null when they say nothing, or money has arrived. Throws
 * "unauthenticated" and "not-found".
 */
export async function paymentProgress(
  { database, payments, clock }: PaymentProgressDependencies,
  actor: Actor,
  orderId: string,
): Promise<PaymentProgress | null> {
  const order = await findOrder({ database }, actor, orderId);
  return progressOf(database.read, payments, order, clock());
}

/** The same of an order that is in hand, also inside a transaction. */
export async function progressOf(
  queries: Queries,
  payments: Payments,
  order: Order,
  now: number,
): Promise<PaymentProgress | null> {
  if (!awaitsMoney(order)) return null;
  const stored = (await notificationsAbout(queries, order.id)).filter(isGenuine);
  const ids = stored.map(({ id }) => id);
  const raws = await rawOfNotifications(queries, ids);
  const attempts = await attemptsOf(queries, order.id);
  return progressIn(payments, { stored, raws, attempts }, now);
}

/** Money has not arrived, and may still come. */
export function awaitsMoney({ paymentStatus }: Pick<Order, "paymentStatus">): boolean {
  return paymentStatus === "UnPaid" || paymentStatus === "Cancelled";
}

/** What is stored about an order that awaits money. */
interface Told {
  /** Oldest first. */
  readonly stored: readonly ToldNotification[];
  readonly raws: ReadonlyMap<string, Uint8Array>;
  /** Oldest first. */
  readonly attempts: readonly PaymentAttempt[];
}

interface ToldNotification
  extends Pick<StoredNotification, "id" | "provider" | "state" | "outcome"> {
  /** Null while nobody has decided about it. */
  readonly resolution: StoredNotification["resolution"] | Resolution;
}

/** The same of what was read already. */
export function progressIn(
  payments: Payments,
  { stored, raws, attempts }: Told,
  now: number,
): PaymentProgress | null {
  const words = stored.filter(isGenuine).flatMap((notification) => {
    const provider = payments.through(notification.provider)?.provider;
    const raw = raws.get(notification.id);
    // The words of one that is not heard any more are not known.
    if (provider === undefined || raw === undefined) return [];
    const { displayName: providerName } = provider;
    const message = provider.readNotification(raw);
    const state = stateIn(notification, message);
    if (state === undefined) return [];
    const { transactionId, attemptId } = message;
    const payment = `${provider.name} ${transactionId ?? attemptId ?? notification.id}`;
    const isOutcome = message.kind !== "approved" || state !== null;
    return { payment, attemptId, state, providerName, isOutcome };
  });
  const returned = attempts
    .filter((attempt) => isAwaited(attempt, words, now))
    .map(({ id, provider }) => {
      const { displayName: providerName } = (payments.through(provider) ?? payments).provider;
      return { attemptId: id, state: "returned" as const, providerName };
    });
  return weightiest([...lastWords(words), ...returned], attempts.at(-1)?.id);
}

/** The customer has come back from it, and no message says what became of it. */
function isAwaited({ id, returnedAt }: PaymentAttempt, words: readonly Word[], now: number) {
  if (returnedAt === null || now - returnedAt > returnCountsMs) return false;
  return !words.some(({ attemptId, isOutcome }) => attemptId === id && isOutcome);
}

/** Confirmed by the provider, or set aside after it was asked; a mere repetition is no news. */
function isGenuine({ state, outcome }: Pick<ToldNotification, "state" | "outcome">): boolean {
  if (state === "duplicate") return outcome === "review";
  return state === "verified" || state === "ignored";
}

/** Undefined for a message that says nothing of what the customer paid. */
function stateIn(
  { state, outcome, resolution }: ToldNotification,
  { kind, parentTransactionId, grossCents }: PaymentMessage,
): ProgressState | null | undefined {
  // Of an approval that was set aside, the provider took nothing; any other was no real money.
  if (kind === "approved") return state === "ignored" ? "declined" : null;
  if (state === "ignored") return undefined;
  if (kind !== "completed" && kind !== "pending" && kind !== "failed") return undefined;
  // A refund can be pending or fail as well.
  if (parentTransactionId !== null && (grossCents ?? 0) <= 0) return undefined;
  if (outcome === "review") return resolution === null ? "in-question" : null;
  if (kind === "completed") return null;
  return kind === "pending" ? "pending" : "declined";
}

/** A payment is pending at first only, so what it came to stands whenever the news of that came. */
function lastWords(words: readonly Word[]): readonly Word[] {
  const ofPayments = Map.groupBy(words, ({ payment }) => payment);
  return [...ofPayments.values()].flatMap(
    (said) => said.findLast(({ state }) => state !== "pending") ?? said.at(-1) ?? [],
  );
}

/** That one was declined is old news once the customer was sent to pay again. */
function weightiest(
  words: readonly Pick<Word, "attemptId" | "state" | "providerName">[],
  newestAttempt: string | undefined,
): PaymentProgress | null {
  const current = words.filter(
    ({ state, attemptId }) => state !== "declined" || attemptId === newestAttempt,
  );
  for (const state of progressStates) {
    const word = current.findLast((each) => each.state === state);
    if (word !== undefined) return { state, providerName: word.providerName };
  }
  return null;
}
