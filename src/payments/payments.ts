import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import type { Worker } from "../platform/worker.ts";
import { cancelTokenOf, isCancelToken } from "./cancel-token.ts";
import type { PaymentAttempt } from "./payment-attempt.ts";
import type { HandOff, PaymentProvider } from "./payment-provider.ts";
import { receiveNotification } from "./receive-notification.ts";
import type { SettleNotification } from "./verified-notification.ts";
import { startVerifying } from "./verify-notifications.ts";

interface PaymentsOptions {
  readonly database: Database;
  readonly provider: PaymentProvider;
  /** Signs cancel tokens. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Gives a verified notification its effect. */
  readonly onVerified: SettleNotification;
}

interface CheckoutPages {
  readonly description: string;
  readonly returnUrl: string;
  /** The token of this attempt is added to it. */
  readonly cancelUrl: string;
}

/** Taking money, whatever it is for. */
export interface Payments {
  readonly provider: PaymentProvider;
  /** How to send the browser to the provider, for an attempt from `recordAttempt`. */
  startCheckout(attempt: PaymentAttempt, pages: CheckoutPages): Promise<HandOff>;
  /** Whether the provider may have sent the browser back: the `token` in its cancel address. */
  checkCancelToken(orderReference: string, token: string | null): boolean;
  /** Keeps a notification; resolves when it is on disk. See `receiveNotification` for errors. */
  receive(raw: Uint8Array, contentType: string | undefined): Promise<void>;
  /** Starts verifying what was received, in the background. */
  startVerifying(): Promise<Worker>;
}

export function createPayments(options: PaymentsOptions): Payments {
  const { provider, secret } = options;
  let worker: Worker | undefined;
  return {
    provider,
    startCheckout(attempt, { description, returnUrl, cancelUrl }) {
      const cancel = new URL(cancelUrl);
      cancel.searchParams.set("token", cancelTokenOf(secret, attempt.id, attempt.orderReference));
      return provider.startCheckout(attempt, { description, returnUrl, cancelUrl: cancel.href });
    },
    checkCancelToken: (orderReference, token) =>
      token !== null && isCancelToken(secret, token, orderReference),
    async receive(raw, contentType) {
      await receiveNotification(options, raw, contentType);
      worker?.wake();
    },
    async startVerifying() {
      worker = await startVerifying(options);
      return worker;
    },
  };
}
