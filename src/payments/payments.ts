import type { Configuration } from "../platform/configuration.ts";
import type { Database, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";
import { isSameText, signatureOf } from "../platform/signatures.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import {
  attemptsOf,
  noteCheckout,
  type PaymentAttempt,
} from "./attempts/payment-attempt-store.server.ts";
import { settleWaiting } from "./notifications/notification-outcome.server.ts";
import { hasReturned, insertNotification } from "./notifications/notification-store.server.ts";
import { startSweeping, sweepSubscriptions } from "./notifications/sweep-reports.ts";
import type { SettleNotification, TellOfReview } from "./notifications/verified-notification.ts";
import { type IsPaymentDue, startVerifying } from "./notifications/verify-notification.ts";
import type {
  Checkout,
  HandOff,
  PaymentMessage,
  PaymentProvider,
  RefundablePayment,
} from "./payment-provider.ts";
import type { SubscriptionTerms } from "./provider-subscriptions.ts";
import { createEarlierProviders, createProviders } from "./providers.ts";

interface ProviderPaymentsOptions {
  readonly database: Database;
  readonly provider: PaymentProvider;
  /** Signs cancel tokens. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly onVerified: SettleNotification;
  readonly onReview: TellOfReview;
  readonly isDue: IsPaymentDue;
}

/** The cancel token is added to the cancel URL as the parameter `proof`. */
type CheckoutPages = Checkout;

type ProviderPayments = ReturnType<typeof createProviderPayments>;

/** Payments through one provider. This module knows no details of an order, only its reference. */
function createProviderPayments(options: ProviderPaymentsOptions) {
  const { database, provider, secret, clock, log } = options;
  let worker: Worker | undefined;
  /**
   * Stores a customer's return or a provider's response as a notification, which a worker then
   * handles.
   */
  const store = (tx: WriteTransaction, source: "answer" | "return", raw: Uint8Array) =>
    insertNotification(tx, provider, {
      receivedAt: clock(),
      source,
      raw,
      message: provider.readNotification(raw),
    });
  const start = (attempt: PaymentAttempt, pages: Checkout, terms: SubscriptionTerms | null) => {
    if (terms === null) return provider.startCheckout(attempt, pages);
    if (provider.subscriptions === null) throw new Error(`${provider.name} charges no cycles.`);
    return provider.subscriptions.start(attempt, pages, terms);
  };
  return {
    provider,
    /**
     * Starts the checkout of a recorded attempt. Throws "unavailable" when the provider does not
     * start the checkout.
     */
    async startCheckout(
      attempt: PaymentAttempt,
      checkout: CheckoutPages,
      /** Terms of the subscription that the customer starts; null for a single payment. */
      terms: SubscriptionTerms | null = null,
    ): Promise<HandOff> {
      const cancel = new URL(checkout.cancelUrl);
      cancel.searchParams.set("proof", cancelTokenOf(secret, attempt.id, attempt.orderReference));
      const pages = { ...checkout, cancelUrl: cancel.href };
      const { handOff, known } = await start(attempt, pages, terms).catch((error) => {
        log.warn({ attempt: attempt.id, err: error }, "the provider did not start a payment");
        throw error;
      });
      if (known !== null) await database.write((tx) => noteCheckout(tx, attempt.id, known));
      return handOff;
    },
    /** Checks the `proof` parameter of a cancel URL. */
    checkCancelToken: (orderReference: string, token: string | null) =>
      token !== null && isCancelToken(secret, token, orderReference),
    /**
     * Stores the customer's return, so that a worker captures the payment. Does nothing with a
     * provider that needs no capture.
     */
    async customerReturned(orderReference: string, query: URLSearchParams): Promise<void> {
      const { capturing } = provider;
      if (capturing === null) return;
      for (const attempt of await attemptsOf(database.read, [orderReference])) {
        if (attempt.provider !== provider.name) continue;
        const raw = capturing.readReturn(attempt, query);
        if (raw === null || (await hasReturned(database.read, attempt.id))) continue;
        await database.write((tx) => store(tx, "return", raw));
        worker?.wake();
      }
    },
    /**
     * Refunds a payment in whole or in part. Stores the provider's response as a notification,
     * which a worker then applies. `record` writes in the transaction that stores the response.
     * Throws the errors of `PaymentProvider.refund`.
     */
    async refund(
      payment: RefundablePayment,
      amountCents: number,
      idempotencyKey: string,
      record?: (tx: WriteTransaction, answer: PaymentMessage) => Promise<void>,
    ): Promise<void> {
      const raw = await provider.refund(payment, amountCents, idempotencyKey);
      const answer = provider.readNotification(raw);
      await database.write(async (tx) => {
        await record?.(tx, answer);
        await store(tx, "answer", raw);
      });
      worker?.wake();
    },
    /**
     * Stores the provider's answer to a call about a subscription as a notification, which a worker
     * then handles.
     */
    async storeAnswer(tx: WriteTransaction, raw: Uint8Array): Promise<void> {
      await store(tx, "answer", raw);
    },
    /**
     * Stores what the provider reported about these subscriptions since a time and never arrived
     * here. Throws when the provider does not answer.
     */
    async sweepSubscriptions(
      references: readonly string[],
      since: number,
      signal: AbortSignal,
    ): Promise<number> {
      const stored = await sweepSubscriptions(options, { references, since }, signal);
      if (stored > 0) worker?.wake();
      return stored;
    },
    settleWaiting: (tx: WriteTransaction, transactionId: string) =>
      settleWaiting(tx, options, transactionId),
    wake: () => worker?.wake(),
    /** Throws the errors of `receiveNotification`. */
    async receive(raw: Uint8Array, headers: Headers): Promise<void> {
      await receiveNotification(options, raw, headers);
      worker?.wake();
    },
    async startVerifying(): Promise<Worker> {
      worker = await startVerifying(options);
      return worker;
    },
  };
}

interface PaymentsOptions extends ProviderPaymentsOptions {
  /** Providers that customers can choose beside `provider`. */
  readonly furtherProviders?: readonly PaymentProvider[];
  /** Earlier providers, which can still send notifications. */
  readonly earlierProviders?: readonly PaymentProvider[];
}

/**
 * Payments through the providers that customers can choose; without a choice through the first.
 * Notifications of earlier providers are accepted too, for
 * open checkouts and later refunds.
 */
export interface Payments extends ProviderPayments {
  /** What customers can choose, at least one; the first is chosen beforehand. */
  readonly ways: readonly ProviderPayments[];
  /** The providers in `ways`, followed by the earlier providers. */
  readonly all: readonly ProviderPayments[];
  /** Looks for reports of the providers that were lost on their way. */
  startSweeping(): Worker;
  /**
   * Payments through the provider with this name; undefined when the provider is not configured.
   */
  through(providerName: string | null): ProviderPayments | undefined;
}

export function createPayments({
  furtherProviders = [],
  earlierProviders = [],
  ...options
}: PaymentsOptions): Payments {
  const inUse = createProviderPayments(options);
  const through = (provider: PaymentProvider) => createProviderPayments({ ...options, provider });
  const ways = [inUse, ...furtherProviders.map(through)];
  const all = [...ways, ...earlierProviders.map(through)];
  const wake = () => {
    for (const each of all) each.wake();
  };
  return {
    ...inUse,
    ways,
    all,
    through: (name) => all.find(({ provider }) => provider.name === name),
    async customerReturned(orderReference, query) {
      for (const each of all) await each.customerReturned(orderReference, query);
    },
    wake,
    startSweeping: () =>
      startSweeping({
        ...options,
        providers: () => all.map(({ provider }) => provider),
        onFound: wake,
      }),
    async startVerifying() {
      const workers = await Promise.all(all.map((each) => each.startVerifying()));
      return {
        wake() {
          for (const worker of workers) worker.wake();
        },
        async stop() {
          await Promise.all(workers.map((worker) => worker.stop()));
        },
      };
    },
  };
}

interface OpenOptions extends Omit<ProviderPaymentsOptions, "provider"> {
  readonly configuration: Configuration;
  /** Origin at which this process reaches its own server, for the sandbox. */
  readonly ownUrl: string;
}

export function openPayments({ configuration, ownUrl, ...options }: OpenOptions): Payments {
  const { secret, clock } = options;
  const settings = { ...configuration, ownUrl, secret, clock };
  const [provider, ...furtherProviders] = createProviders(configuration.payments, settings);
  if (provider === undefined) throw new Error("The configuration names no provider.");
  return createPayments({
    ...options,
    provider,
    furtherProviders,
    earlierProviders: createEarlierProviders(configuration.payments, settings),
  });
}

const maxBytes = 64 * 1024;
const longestHeader = 2000;

/**
 * Stores a notification byte for byte. When the call returns, the notification is on disk and the
 * server can acknowledge it. Throws "wrong-type", "too-large", "invalid" for an empty body, and
 * "unavailable" when too many notifications wait; the provider then sends the notification again
 * later.
 */
async function receiveNotification(
  { database, provider, clock }: ProviderPaymentsOptions,
  raw: Uint8Array,
  headers: Headers,
): Promise<void> {
  const { mediaType, headers: neededHeaders } = provider.notifications;
  const contentType = headers.get("content-type") ?? "";
  if (contentType.split(";")[0]?.trim().toLowerCase() !== mediaType) {
    throw new AppError("wrong-type", `A notification is ${mediaType}, and nothing else.`);
  }
  if (raw.length > maxBytes) {
    throw new AppError("too-large", `A notification has at most ${maxBytes} bytes.`);
  }
  if (raw.length === 0) throw new AppError("invalid", "The notification is empty.");
  const kept = neededHeaders.map((name) => [name, headers.get(name)?.slice(0, longestHeader)]);
  const message = provider.readNotification(raw);
  await database.write((tx) =>
    insertNotification(tx, provider, {
      receivedAt: clock(),
      source: "provider",
      contentType: contentType.slice(0, longestHeader),
      headers: Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
      raw,
      message,
    }),
  );
}

/**
 * Token in the cancel URL. The token proves that this site started the payment, so that a link on
 * another site cannot cancel an order.
 */
export function cancelTokenOf(secret: string, attemptId: string, orderReference: string): string {
  return `${attemptId}.${signatureOf(secret, ["cancel-payment", attemptId, orderReference])}`;
}

export function isCancelToken(secret: string, token: string, orderReference: string): boolean {
  const dot = token.lastIndexOf(".");
  return dot > 0 && isSameText(token, cancelTokenOf(secret, token.slice(0, dot), orderReference));
}
