import type { WriteTransaction } from "../../platform/database/database.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt.ts";
import type { PaymentMessage } from "../payment-provider.ts";

/**
 * Who brought a message:
 * - provider: whoever calls, until the provider confirms it
 * - answer: the provider's answer to an authenticated call of ours, which is genuine
 * - return: the customer's browser, which proves nothing but may say that it is time to capture
 */
export type NotificationSource = "provider" | "answer" | "return";

/**
 * - received: waits for the provider's word
 * - verified: genuine, and handled
 * - duplicate: genuine, and said before by another one
 * - invalid: the provider says that it did not send it
 * - ignored: a test message where real money is taken, or an approval that could not be captured
 * - unanswered: the provider could not be asked for days
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
 * What a person decided about a message for review. Refunded says that they asked for a refund:
 * whether it came is told by a message of its own.
 */
export const resolutions = ["accepted", "linked", "refunded", "dismissed", "asked-again"] as const;
export type Resolution = (typeof resolutions)[number];

/** What came of a notification, with a sentence for whoever looks at it later. */
export interface Settlement {
  readonly outcome: SettlementOutcome;
  readonly reason: string;
  /** The transaction that has to be there first: once it is, this message is settled again. */
  readonly waitsFor?: string;
}

/** A message that the provider has confirmed, and the hand-off that it names, if there was one. */
export interface VerifiedNotification {
  readonly id: string;
  readonly provider: string;
  readonly message: PaymentMessage;
  readonly attempt: PaymentAttempt | null;
}

/**
 * Gives a verified notification its effect, inside the transaction that marks it verified. It may
 * run more than once, and awaits nothing but the transaction.
 */
export type SettleNotification = (
  tx: WriteTransaction,
  notification: VerifiedNotification,
) => Promise<Settlement>;
