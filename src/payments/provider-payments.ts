import type { Database, WriteTransaction } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import { cancelTokenOf, isCancelToken } from "./attempts/cancel-token.ts";
import type { PaymentAttempt } from "./attempts/payment-attempt.ts";
import { attemptsOf, noteCheckout } from "./attempts/payment-attempt-store.server.ts";
import { hasReturned, insertNotification } from "./notifications/notification-store.server.ts";
import { receiveNotification } from "./notifications/receive-notification.ts";
import type { SettleNotification } from "./notifications/verified-notification.ts";
import { type IsPaymentDue, startVerifying } from "./notifications/verify-notification.ts";
import { settleWaiting } from "./notifications/waiting-notifications.server.ts";
import type {
  HandOff,
  PaymentMessage,
  PaymentProvider,
  RefundablePayment,
} from "./payment-provider.ts";

export interface ProviderPaymentsOptions {
  readonly database: Database;
  readonly provider: PaymentProvider;
  /** Signs cancel tokens. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Applies a verified notification. */
  readonly onVerified: SettleNotification;
  /** True while the order awaits a payment. */
  readonly isDue: IsPaymentDue;
}

interface CheckoutPages {
  readonly description: string;
  readonly returnUrl: string;
  /** URL to which the attempt's cancel token is added. */
  readonly cancelUrl: string;
}

/** Payments through one provider, independent of orders. */
export interface ProviderPayments {
  readonly provider: PaymentProvider;
  /**
   * The hand-off of an attempt from `recordAttempt`. Throws "unavailable" when the provider cannot
   * be reached.
   */
  startCheckout(attempt: PaymentAttempt, pages: CheckoutPages): Promise<HandOff>;
  /** Checks the `proof` in a cancel URL that the provider opened. */
  checkCancelToken(orderReference: string, token: string | null): boolean;
  /** Handles the customer's return; the remaining work runs in the background. */
  customerReturned(orderReference: string, query: URLSearchParams): Promise<void>;
  /**
   * Refunds a payment in whole or in part. The provider's response is stored like any notification
   * and takes effect a moment later; `record` stores the caller's data in the same transaction.
   * Errors as in `PaymentProvider.refund`.
   */
  refund(
    payment: RefundablePayment,
    amountCents: number,
    idempotencyKey: string,
    record?: (tx: WriteTransaction, answer: PaymentMessage) => Promise<void>,
  ): Promise<void>;
  /** Settles the notifications that waited for a transaction. */
  settleWaiting(tx: WriteTransaction, transactionId: string): Promise<void>;
  /** Wakes the verifying workers. */
  wake(): void;
  /** Stores a notification; resolves when it is on disk. Errors as in `receiveNotification`. */
  receive(raw: Uint8Array, headers: Headers): Promise<void>;
  /** Starts the workers that verify notifications. */
  startVerifying(): Promise<Worker>;
}

export function createProviderPayments(options: ProviderPaymentsOptions): ProviderPayments {
  const { database, provider, secret, clock, log } = options;
  let worker: Worker | undefined;
  /** Our own facts take the same way as notifications. */
  const keep = (tx: WriteTransaction, source: "answer" | "return", raw: Uint8Array) =>
    insertNotification(tx, {
      provider: provider.name,
      receivedAt: clock(),
      source,
      contentType: provider.notifications.mediaType,
      headers: {},
      raw,
      message: provider.readNotification(raw),
    });
  return {
    provider,
    async startCheckout(attempt, { description, returnUrl, cancelUrl }) {
      const cancel = new URL(cancelUrl);
      cancel.searchParams.set("proof", cancelTokenOf(secret, attempt.id, attempt.orderReference));
      const pages = { description, returnUrl, cancelUrl: cancel.href };
      const { handOff, known } = await provider.startCheckout(attempt, pages).catch((error) => {
        log.warn({ attempt: attempt.id, err: error }, "the provider did not start a payment");
        throw error;
      });
      if (known !== null) await database.write((tx) => noteCheckout(tx, attempt.id, known));
      return handOff;
    },
    checkCancelToken: (orderReference, token) =>
      token !== null && isCancelToken(secret, token, orderReference),
    async customerReturned(orderReference, query) {
      const { capturing } = provider;
      if (capturing === null) return;
      for (const attempt of await attemptsOf(database.read, orderReference, provider.name)) {
        const raw = capturing.readReturn(attempt, query);
        if (raw === null || (await hasReturned(database.read, attempt.id))) continue;
        await database.write((tx) => keep(tx, "return", raw));
        worker?.wake();
      }
    },
    async refund(payment, amountCents, idempotencyKey, record) {
      const raw = await provider.refund(payment, amountCents, idempotencyKey);
      const answer = provider.readNotification(raw);
      await database.write(async (tx) => {
        await record?.(tx, answer);
        await keep(tx, "answer", raw);
      });
      worker?.wake();
    },
    settleWaiting: (tx, transactionId) => settleWaiting(tx, options, transactionId),
    wake: () => worker?.wake(),
    async receive(raw, headers) {
      await receiveNotification(options, raw, headers);
      worker?.wake();
    },
    async startVerifying() {
      worker = await startVerifying(options);
      return worker;
    },
  };
}
