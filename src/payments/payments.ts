import type { Database, Queries, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";
import { isSameText, signatureOf } from "../platform/signatures.ts";
import type { Clock } from "../platform/time/clock.ts";
import { startWorker, type Worker } from "../platform/worker.ts";
import {
  attemptsOf,
  findAttempt,
  noteCheckout,
  type PaymentAttempt,
} from "./attempts/payment-attempt-store.server.ts";
import type { PaymentMode } from "./connection.ts";
import { settleWaiting } from "./notifications/notification-outcome.server.ts";
import {
  hasReturned,
  insertNotification,
  providerOfMessage,
} from "./notifications/notification-store.server.ts";
import { startSweeping, sweepSubscriptions } from "./notifications/sweep-reports.ts";
import type { SettleNotification, TellOfReview } from "./notifications/verified-notification.ts";
import {
  type IsPaymentDue,
  releaseNotifications,
  startVerifying,
  type VerifyDependencies,
} from "./notifications/verify-notification.ts";
import type {
  Checkout,
  HandOff,
  PaymentMessage,
  PaymentProvider,
  RefundablePayment,
} from "./payment-provider.ts";
import type { SubscriptionTerms } from "./provider-subscriptions.ts";

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
  readonly takesNewPayments: VerifyDependencies["takesNewPayments"];
}

/** The cancel token is added to the cancel URL as the parameter `proof`. */
type CheckoutPages = Checkout;

type ProviderPayments = ReturnType<typeof createProviderPayments>;

/** Payments through one provider. This module knows no details of an order, only its reference. */
function createProviderPayments({ provider: first, ...options }: ProviderPaymentsOptions) {
  const { database, secret, clock, log } = options;
  let provider = first;
  let worker: Worker | undefined;
  const present = () => ({ ...options, provider });
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
    get provider() {
      return provider;
    },
    /** Continues with the provider of this name as it is now. */
    adopt(changed: PaymentProvider): void {
      provider = changed;
    },
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
    /**
     * Closes the checkout of an attempt at the provider. "finished" means that the customer had
     * finished it before; the provider's report is then stored, and a worker applies it. "open" when
     * the provider closes no checkouts or does not answer.
     */
    async endCheckout(attempt: PaymentAttempt): Promise<"closed" | "finished" | "open"> {
      if (provider.endCheckout === undefined) return "open";
      try {
        const raw = await provider.endCheckout(attempt);
        if (raw === null) return "closed";
        await database.write((tx) => store(tx, "answer", raw));
        worker?.wake();
        return "finished";
      } catch (error) {
        log.warn({ attempt: attempt.id, err: error }, "the provider did not close a checkout");
        return "open";
      }
    },
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
      payment: Omit<RefundablePayment, "paymentAccount">,
      amountCents: number,
      idempotencyKey: string,
      record?: (tx: WriteTransaction, answer: PaymentMessage) => Promise<void>,
    ): Promise<void> {
      const attempt = await findAttempt(database.read, provider.name, payment.attemptId);
      const taken = { ...payment, paymentAccount: attempt?.paymentAccount ?? null };
      const raw = await provider.refund(taken, amountCents, idempotencyKey);
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
      const stored = await sweepSubscriptions(present(), { references, since }, signal);
      if (stored > 0) worker?.wake();
      return stored;
    },
    settleWaiting: (tx: WriteTransaction, transactionId: string) =>
      settleWaiting(tx, present(), transactionId),
    wake: () => worker?.wake(),
    /** Throws the errors of `receiveNotification`. */
    async receive(raw: Uint8Array, headers: Headers): Promise<void> {
      await receiveNotification(present(), raw, headers);
      worker?.wake();
    },
    startVerifying(): void {
      worker ??= startVerifying({ ...options, provider: () => provider });
    },
    async stopVerifying(): Promise<void> {
      await worker?.stop();
      worker = undefined;
    },
  };
}

/** The providers at one time. */
export interface ProvidersInUse {
  readonly mode: PaymentMode;
  /** What customers can choose; the first is chosen beforehand. Empty when nothing is set up. */
  readonly ways: readonly PaymentProvider[];
  /** Other providers, which can still send notifications and are asked for refunds. */
  readonly earlier: readonly PaymentProvider[];
  /** True when PAYMENTS decides, so that the panel cannot change the ways to pay. */
  readonly isFromEnvironment: boolean;
  /** True while the built-in sandbox takes payments or sends notifications. */
  readonly usesSandbox: boolean;
}

/** Where the providers come from. A provider that has not changed stays the same object. */
export interface ProviderSource {
  /** As they were last read. */
  readonly current: () => ProvidersInUse;
  /** Reads the providers again if they may have changed. Keeps the last ones if it cannot. */
  readonly follow: () => Promise<void>;
}

export interface PaymentsOptions
  extends Omit<ProviderPaymentsOptions, "provider" | "takesNewPayments"> {
  readonly source: ProviderSource;
}

/**
 * Payments through the providers that customers can choose. The providers can change while the
 * program runs. Notifications of earlier providers are accepted too, for open checkouts and later
 * refunds.
 */
export interface Payments
  extends Pick<ProvidersInUse, "mode" | "isFromEnvironment" | "usesSandbox"> {
  /** What customers can choose; the first is chosen beforehand. Empty when nothing is set up. */
  readonly ways: readonly ProviderPayments[];
  /** The providers in `ways`, followed by the earlier providers. */
  readonly all: readonly ProviderPayments[];
  /**
   * Payments through the provider with this name; undefined when the provider is not configured.
   */
  through(providerName: string | null): ProviderPayments | undefined;
  /** Brings the providers up to date, for a request that shows or uses them. */
  follow(): Promise<void>;
  /**
   * Stores a notification that arrived at this path of the site. Throws "not-found" when no provider
   * uses the path, and the errors of `receiveNotification`.
   */
  receiveAt(path: string, raw: Uint8Array, headers: Headers): Promise<void>;
  customerReturned(orderReference: string, query: URLSearchParams): Promise<void>;
  /** Checks the `proof` parameter of a cancel URL. */
  checkCancelToken(orderReference: string, token: string | null): boolean;
  wake(): void;
  /** Looks for reports of the providers that were lost on their way. */
  startSweeping(): Worker;
  /** Verifies notifications of all providers, also of those that come later. */
  startVerifying(): Promise<Worker>;
}

/** Another process can have changed the providers at any time. */
const followEveryMs = 500;

export function createPayments({ source, ...options }: PaymentsOptions): Payments {
  const { database, secret, log } = options;
  const byName = new Map<string, ProviderPayments>();
  let isVerifying = false;
  let seen: ProvidersInUse | undefined;
  let ways: readonly ProviderPayments[] = [];
  let all: readonly ProviderPayments[] = [];

  function adopt(provider: PaymentProvider): ProviderPayments {
    const known = byName.get(provider.name);
    if (known !== undefined) {
      known.adopt(provider);
      return known;
    }
    const added = createProviderPayments({
      ...options,
      provider,
      takesNewPayments: () => takesNewPayments(source.current(), added.provider),
    });
    byName.set(provider.name, added);
    if (isVerifying) added.startVerifying();
    return added;
  }

  function present() {
    const providers = source.current();
    if (providers === seen) return { ways, all };
    seen = providers;
    ways = providers.ways.map(adopt);
    all = [...ways, ...providers.earlier.map(adopt)];
    for (const [name, former] of byName) {
      if (all.includes(former)) continue;
      byName.delete(name);
      void former.stopVerifying();
    }
    return { ways, all };
  }

  const wake = () => {
    for (const each of present().all) each.wake();
  };
  const follow = async () => {
    await source.follow();
    present();
  };
  return {
    get mode() {
      return source.current().mode;
    },
    get isFromEnvironment() {
      return source.current().isFromEnvironment;
    },
    get usesSandbox() {
      return source.current().usesSandbox;
    },
    get ways() {
      return present().ways;
    },
    get all() {
      return present().all;
    },
    through: (name) => present().all.find(({ provider }) => provider.name === name),
    follow,
    async receiveAt(path, raw, headers) {
      const heard = present().all.filter(({ provider: { notifications } }) =>
        [notifications.path, ...(notifications.otherPaths ?? [])].includes(path),
      );
      const receiver = await receiverOf(database.read, heard, raw);
      if (receiver === undefined) {
        throw new AppError("not-found", "No payment provider of this site sends to this address.");
      }
      await receiver.receive(raw, headers);
    },
    async customerReturned(orderReference, query) {
      for (const each of present().all) await each.customerReturned(orderReference, query);
    },
    checkCancelToken: (orderReference, token) =>
      token !== null && isCancelToken(secret, token, orderReference),
    wake,
    startSweeping: () =>
      startSweeping({
        ...options,
        providers: () => present().all.map(({ provider }) => provider),
        onFound: wake,
      }),
    async startVerifying() {
      await releaseNotifications(database);
      isVerifying = true;
      for (const each of present().all) each.startVerifying();
      const following = startWorker({
        name: "follow-payment-accounts",
        intervalMs: followEveryMs,
        workOnce: () => follow().then(() => false),
        log,
      });
      return {
        wake,
        async stop() {
          isVerifying = false;
          await following.stop();
          await Promise.all([...byName.values()].map((each) => each.stopVerifying()));
        },
      };
    },
  };
}

/**
 * False for a provider that moves no money on a site that takes real payments: a checkout that was
 * opened while the site was in test mode must not pay for an order afterwards.
 */
function takesNewPayments({ mode, ways }: ProvidersInUse, provider: PaymentProvider): boolean {
  return !provider.isTest || mode === "test" || ways.some(({ name }) => name === provider.name);
}

/**
 * Of the providers that share a path, the one whose payment the notification is about; otherwise the
 * first.
 */
async function receiverOf(
  queries: Queries,
  heard: readonly ProviderPayments[],
  raw: Uint8Array,
): Promise<ProviderPayments | undefined> {
  const [first] = heard;
  if (first === undefined || heard.length === 1) return first;
  const message = first.provider.readNotification(raw);
  const names = heard.map(({ provider }) => provider.name);
  const owner = await providerOfMessage(queries, names, message);
  return heard.find(({ provider }) => provider.name === owner) ?? first;
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
