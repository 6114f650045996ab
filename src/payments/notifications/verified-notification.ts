import type { WriteTransaction } from "#platform/database/database.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { PaymentMessage } from "../payment-provider.ts";

/**
 * Source of a notification:
 * - provider: a request that anybody could have sent; genuine if confirmed by the provider
 * - answer: the provider's response to an authenticated call of Furrow; genuine
 * - return: the customer's browser came back; proves nothing, but is a reason to try a capture
 */
export type NotificationSource = "provider" | "answer" | "return";

/**
 * - received: waits for verification
 * - verified: genuine and handled
 * - duplicate: genuine, but repeats an earlier notification
 * - invalid: the provider denies having sent the notification
 * - ignored: a test notification on a live site, or an approval that could not be captured
 * - unanswered: for four days the provider neither confirmed nor denied the notification
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
 * Decisions that close a review. "refunded" means that a refund was requested; the result of the
 * refund arrives as a separate notification.
 */
export const resolutions = ["accepted", "linked", "refunded", "dismissed", "asked-again"] as const;
export type Resolution = (typeof resolutions)[number];

/** `reason` is a sentence for admins. */
export interface Settlement {
  readonly outcome: SettlementOutcome;
  readonly reason: string;
  /**
   * Id of a transaction that has not arrived. When the transaction arrives, this notification is
   * settled again.
   */
  readonly waitsFor?: string;
  /**
   * The order of the payment that a dispute or refund takes back. Such a notification often names
   * only the payment, and its review must be seen in the order, too.
   */
  readonly orderReference?: string;
}

export interface VerifiedNotification {
  readonly id: string;
  readonly provider: string;
  readonly message: PaymentMessage;
  readonly attempt: PaymentAttempt | null;
}

/**
 * Applies a verified notification in the transaction that marks the notification as verified. The
 * function can run more than once, and must await only queries of this transaction.
 */
export type SettleNotification = (
  tx: WriteTransaction,
  notification: VerifiedNotification,
) => Promise<Settlement>;

/** Maximum number of notifications shown for one order. */
export const mostNotificationsShown = 50;

/**
 * Tells the team that a notification needs review, in the transaction that records the review.
 * `reason` is a sentence for admins.
 */
export type TellOfReview = (tx: WriteTransaction, reason: string) => Promise<void>;
