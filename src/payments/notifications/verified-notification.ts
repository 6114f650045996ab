import type { WriteTransaction } from "../../platform/database/database.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { PaymentMessage } from "../payment-provider.ts";

/**
 * Source of a notification:
 * - provider: an unauthenticated caller, until the provider confirms it
 * - answer: the provider's response to an authenticated call of ours, which is genuine
 * - return: the customer's browser, which proves nothing but may mean that it is time to capture
 */
export type NotificationSource = "provider" | "answer" | "return";

/**
 * - received: waits for verification
 * - verified: genuine and handled
 * - duplicate: genuine and a repetition
 * - invalid: the provider denies having sent it
 * - ignored: a test notification on a live site, or an approval that could not be captured
 * - unanswered: the provider could not be reached for days
 */
export type NotificationState =
  | "received"
  | "verified"
  | "duplicate"
  | "invalid"
  | "ignored"
  | "unanswered";

export type SettlementOutcome = "applied" | "no-effect" | "review";

/**
 * Decision about a notification in review. "refunded" means that a refund was requested; its result
 * arrives as a notification of its own.
 */
export const resolutions = ["accepted", "linked", "refunded", "dismissed", "asked-again"] as const;
export type Resolution = (typeof resolutions)[number];

/** Outcome of a notification, with a sentence for readers. */
export interface Settlement {
  readonly outcome: SettlementOutcome;
  readonly reason: string;
  /** Id of a transaction that must arrive first; then this notification is settled again. */
  readonly waitsFor?: string;
}

/** A confirmed notification, and the attempt that it names, if any. */
export interface VerifiedNotification {
  readonly id: string;
  readonly provider: string;
  readonly message: PaymentMessage;
  readonly attempt: PaymentAttempt | null;
}

/**
 * Applies a verified notification inside the transaction that marks it verified. It may run more
 * than once, and must await nothing but the transaction.
 */
export type SettleNotification = (
  tx: WriteTransaction,
  notification: VerifiedNotification,
) => Promise<Settlement>;

/** Maximum number of notifications shown for one payment. */
export const mostNotificationsShown = 50;
