import { createHmac } from "node:crypto";
import { describe } from "vitest";
import type { PaymentAttempt } from "#payments/attempts/payment-attempt-store.server.ts";
import type { HandOff, PaymentProvider, RefundablePayment } from "#payments/payment-provider.ts";
import {
  createPaypalRest,
  paypalRestEndpoints,
  signatureHeaders,
} from "#payments/paypal-rest/paypal-rest.ts";
import { createPaypalStandard } from "#payments/paypal-standard/paypal-standard.ts";
import { createStripe, stripeEndpoints } from "#payments/stripe/stripe.ts";
import type { Engine } from "#platform/database/database.ts";
import { amountFromCents } from "#platform/money.ts";
import type { Clock } from "#platform/time/clock.ts";
import { releaseTests } from "../release-tests.ts";

export const protocolNames = ["standard", "rest", "stripe"] as const;
export type Protocol = (typeof protocolNames)[number];

/** Only Stripe reports these; they move no money. */
const stripeOnly = ["expired", "dispute-opened", "dispute-won", "dispute-lost"] as const;
type StripeOnly = (typeof stripeOnly)[number];

/** What a provider reports about a payment, in terms that all protocols share. */
export interface Told {
  /** A refund that is pending or has failed names its payment in `of`. */
  readonly kind?:
    | "completed"
    | "pending"
    | "failed"
    | "refunded"
    | "reversed"
    | "reversal-cancelled"
    | StripeOnly;
  readonly id?: string | null;
  /** Transaction id of the payment that a refund or reversal takes back. */
  readonly of?: string | null;
  /** The reversal that is cancelled; Stripe has one id for both. */
  readonly reversal?: string;
  readonly cents?: number;
  /** Replaces `cents` by a text that may be no amount. */
  readonly amount?: string;
  readonly currency?: string | null;
  /** An account that is not the receiver of the attempt. */
  readonly receiver?: string;
  readonly attempt?: string | null;
  readonly order?: string | null;
}

/**
 * - genuine: the provider has sent it
 * - forged: nobody at the provider has sent it
 * - test: the provider has sent it, and no real money moved
 */
export type Sender = "genuine" | "forged" | "test";

export interface Notice {
  readonly body: Buffer;
  /** Headers, which can contain a signature with its time. */
  headers(now: number): Headers;
}

/** Data of an attempt that notifications repeat. */
type About = Pick<
  PaymentAttempt,
  "id" | "orderReference" | "amountCents" | "currency" | "receiver" | "reference"
>;

interface ProtocolOptions {
  readonly isLive: boolean;
  readonly publicUrl: string;
  readonly clock: Clock;
  /** A server in place of the provider's interface, which then gets every call. */
  readonly apiUrl?: string;
}

interface ProtocolKind {
  /** Name that the provider has in pages and in emails. */
  readonly displayName: string;
  /**
   * The real provider. Without an `apiUrl`, it starts checkouts without a call and answers that a
   * refund, "R1", is pending. Payments Standard has no call for refunds.
   */
  create(options: ProtocolOptions): PaymentProvider;
  notice(attempt: About, told: Told, from?: Sender): Notice;
  /** True if a won dispute returns the money only after an admin has accepted it. */
  readonly asksAboutWonDisputes: boolean;
}

const webhookId = "WEBHOOK";
const stripeKeys = { secretKey: "sk_live_hush", webhookSecret: "whsec_hush" };

/** The protocols of this program. A rule of every provider is tested over each of them. */
export const protocols: Readonly<Record<Protocol, ProtocolKind>> = {
  standard: {
    displayName: "PayPal",
    create: ({ isLive, publicUrl }) => ({
      ...createPaypalStandard({
        name: "paypal-standard",
        endpoints: { checkoutUrl: "https://pay.example/cgi-bin/webscr", verifyUrl: "" },
        isLive,
        publicUrl,
      }),
      verify: async ({ raw }) => (Buffer.from(raw).includes("&forged=1") ? "invalid" : "verified"),
    }),
    notice: formNotice,
    asksAboutWonDisputes: false,
  },
  rest: {
    displayName: "PayPal",
    create: ({ isLive, clock, apiUrl }) => {
      const paypal: PaymentProvider = {
        ...createPaypalRest({
          name: "paypal",
          endpoints: { ...paypalRestEndpoints.live, ...(apiUrl !== undefined && { apiUrl }) },
          credentials: { clientId: "client", clientSecret: "hush-hush", webhookId },
          isLive,
          clock,
        }),
        verify: async ({ raw, headers }) =>
          headers["paypal-transmission-sig"] === transmissionSignature(Buffer.from(raw))
            ? "verified"
            : "invalid",
      };
      if (apiUrl !== undefined) return paypal;
      return {
        ...paypal,
        startCheckout: async ({ id }) => ({
          handOff: redirectTo("https://www.paypal.com/checkoutnow"),
          known: { reference: `ORDER-${id}`, receiver: "MERCHANT" },
        }),
        refund: async (payment, cents) =>
          refundAnswer(webhookNotice(attemptOf(payment), pendingRefundOf(payment, cents))),
      };
    },
    notice: webhookNotice,
    asksAboutWonDisputes: true,
  },
  stripe: {
    displayName: "Stripe",
    create: ({ isLive, apiUrl }) => {
      const keys = stripeKeys;
      const endpoints = { ...stripeEndpoints, ...(apiUrl !== undefined && { apiUrl }) };
      const stripe = createStripe({ name: "stripe", endpoints, keys, isLive });
      if (apiUrl !== undefined) return stripe;
      return {
        ...stripe,
        startCheckout: async ({ id, receiver }) => ({
          handOff: redirectTo("https://checkout.stripe.com/c/pay"),
          known: { reference: `cs_${id}`, receiver },
        }),
        refund: async (payment, cents) =>
          refundAnswer(eventNotice(attemptOf(payment), pendingRefundOf(payment, cents))),
        capturing: stripe.capturing && {
          ...stripe.capturing,
          capture: async () => ({ kind: "refused" as const, reason: "It has not been paid." }),
        },
      };
    },
    notice: eventNotice,
    asksAboutWonDisputes: false,
  },
};

/** The refund that a notification is about, which is also the answer to the call that made it. */
export function refundAnswer({ body }: Notice): Buffer {
  const { resource, data } = JSON.parse(String(body));
  return Buffer.from(JSON.stringify(resource ?? data.object));
}

export type RefundingProtocol = Exclude<Protocol, "standard">;

/**
 * Runs a suite over each protocol. Before a release, on PostgreSQL too; otherwise there over one of
 * them, because its statements are those on SQLite.
 */
export function describeProtocols(suite: (protocol: Protocol) => void, engine?: Engine): void {
  describeEach(protocolNames, suite, engine);
}

/** Like `describeProtocols`, over the protocols that have a call for refunds. */
export function describeRefundingProtocols(
  suite: (protocol: RefundingProtocol) => void,
  engine?: Engine,
): void {
  describeEach(["rest", "stripe"], suite, engine);
}

function describeEach<Name extends Protocol>(
  names: readonly Name[],
  suite: (protocol: Name) => void,
  engine?: Engine,
): void {
  const isShort = engine === "postgres" && !releaseTests.run;
  for (const name of names) {
    if (!isShort || name === "stripe") describe(`over the ${name} protocol`, () => suite(name));
  }
}

function attemptOf({ attemptId, currency }: RefundablePayment): About {
  const empty = { orderReference: "", amountCents: 0, receiver: "", reference: null };
  return { ...empty, id: attemptId, currency };
}

function pendingRefundOf({ transactionId }: RefundablePayment, cents: number): Told {
  return { kind: "pending", id: "R1", of: transactionId, cents, order: null };
}

function redirectTo(url: string): HandOff {
  return { kind: "redirect", url };
}

/** The attempt and the order that a notification names, without those that it leaves out. */
function namedBy(attempt: About, told: Told) {
  const named = { attempt: attempt.id, order: attempt.orderReference, ...told };
  return { attempt: named.attempt ?? undefined, order: named.order ?? undefined };
}

function kindAtPaypal({ kind = "completed" }: Told) {
  if (isStripeOnly(kind)) throw new Error(`PayPal reports nothing like ${kind}.`);
  return kind;
}

function isStripeOnly(kind: string): kind is StripeOnly {
  return (stripeOnly as readonly string[]).includes(kind);
}

const isTaken = (kind: Told["kind"]) => kind === "refunded" || kind === "reversed";

const paymentStatuses = {
  completed: "Completed",
  pending: "Pending",
  failed: "Denied",
  refunded: "Refunded",
  reversed: "Reversed",
  "reversal-cancelled": "Canceled_Reversal",
} as const;

function formNotice(attempt: About, told: Told, from: Sender = "genuine"): Notice {
  const { id = "TXN1", of, cents = attempt.amountCents, receiver } = told;
  const kind = kindAtPaypal(told);
  const business = receiver ?? attempt.receiver;
  const named = namedBy(attempt, told);
  const isNegative = isTaken(kind) || (typeof of === "string" && kind !== "reversal-cancelled");
  const fields = {
    mc_gross: told.amount ?? amountFromCents(isNegative ? -cents : cents),
    mc_currency: told.currency === undefined ? attempt.currency : (told.currency ?? ""),
    payment_status: paymentStatuses[kind],
    ...(kind === "pending" && { pending_reason: "echeck" }),
    business,
    receiver_email: business,
    txn_id: id ?? "",
    ...(of && { parent_txn_id: of }),
    invoice: named.order ?? "",
    custom: named.attempt ?? "",
    charset: "windows-1252",
    ...(from === "test" && { test_ipn: "1" }),
    ...(from === "forged" && { forged: "1" }),
  };
  return {
    body: Buffer.from(new URLSearchParams(fields).toString()),
    headers: () => new Headers({ "content-type": "application/x-www-form-urlencoded" }),
  };
}

function transmissionSignature(body: Buffer): string {
  return createHmac("sha256", webhookId).update(body).digest("hex");
}

function webhookNotice(attempt: About, told: Told, from: Sender = "genuine"): Notice {
  const { type, resource } = webhookOf(attempt, told);
  const body = Buffer.from(JSON.stringify({ event_type: type, resource }));
  return {
    body,
    headers: () => {
      const headers = new Headers({ "content-type": "application/json" });
      for (const name of signatureHeaders) headers.set(name, "x");
      // Test webhooks are signed for the webhook of another environment.
      const signature = from === "genuine" ? transmissionSignature(body) : "of another webhook";
      headers.set("paypal-transmission-sig", signature);
      return headers;
    },
  };
}

function webhookOf(attempt: About, told: Told) {
  const { id = "TXN1", of, cents = attempt.amountCents } = told;
  const kind = kindAtPaypal(told);
  const named = namedBy(attempt, told);
  const currency = told.currency === undefined ? attempt.currency : (told.currency ?? undefined);
  const amount = { value: told.amount ?? amountFromCents(cents), currency_code: currency };
  if (kind === "reversal-cancelled") {
    const about = { seller_transaction_id: of ?? undefined };
    return {
      type: "CUSTOMER.DISPUTE.RESOLVED",
      resource: {
        dispute_id: id,
        status: "RESOLVED",
        dispute_amount: amount,
        dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" },
        disputed_transactions: [{ ...about, custom: named.attempt, invoice_number: named.order }],
      },
    };
  }
  const isBack = isTaken(kind) || of !== undefined;
  const type = isBack
    ? {
        completed: "",
        refunded: "PAYMENT.CAPTURE.REFUNDED",
        reversed: "PAYMENT.CAPTURE.REVERSED",
        pending: "PAYMENT.REFUND.PENDING",
        failed: "PAYMENT.REFUND.FAILED",
      }[kind]
    : `PAYMENT.CAPTURE.${webhookStatuses[kind]}`;
  const payee = { merchant_id: told.receiver ?? attempt.receiver };
  const up = `${paypalRestEndpoints.live.apiUrl}/v2/payments/captures/${of}`;
  return {
    type,
    resource: {
      id: id ?? undefined,
      status: isBack && kind === "failed" ? "FAILED" : webhookStatuses[kind],
      ...(kind === "pending" && { status_details: { reason: "ECHECK" } }),
      amount,
      custom_id: named.attempt,
      invoice_id: named.order,
      ...(isBack ? of && { links: [{ rel: "up", href: up }] } : { payee }),
    },
  };
}

const webhookStatuses = {
  completed: "COMPLETED",
  refunded: "COMPLETED",
  reversed: "COMPLETED",
  pending: "PENDING",
  failed: "DECLINED",
} as const;

function eventNotice(attempt: About, told: Told, from: Sender = "genuine"): Notice {
  const { type, object } = eventOf(attempt, told);
  const event = {
    object: "event",
    id: `evt_${told.id}`,
    type,
    livemode: from !== "test",
    // Only the account of the key receives payments: another account is a connected one.
    ...(told.receiver !== undefined && { account: told.receiver }),
    data: { object },
  };
  const body = Buffer.from(JSON.stringify(event));
  const secret = from === "forged" ? "whsec_of_somebody_else" : stripeKeys.webhookSecret;
  return {
    body,
    headers: (now) =>
      new Headers({
        "content-type": "application/json",
        "stripe-signature": stripeSignature(body, secret, now),
      }),
  };
}

/** Header in Stripe's format. */
export function stripeSignature(body: Uint8Array, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  const signature = createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
  return `t=${seconds},v1=${signature}`;
}

function eventOf(attempt: About, told: Told) {
  const { kind = "completed", id = "TXN1", of = null, cents = attempt.amountCents } = told;
  const named = namedBy(attempt, told);
  const amount = told.amount ?? cents;
  const currency =
    told.currency === undefined ? attempt.currency.toLowerCase() : told.currency?.toLowerCase();
  const metadata = { attempt: named.attempt, order: named.order };
  const moved = { amount, currency, payment_intent: of };
  const dispute = disputeEvents[kind];
  if (dispute !== undefined) {
    const [type, status] = dispute;
    return {
      type: `charge.dispute.${type}`,
      object: { object: "dispute", id: told.reversal ?? id, status, ...moved },
    };
  }
  if (kind === "refunded" || of !== null) {
    const status = kind === "refunded" ? "succeeded" : kind;
    return {
      type: kind === "failed" ? "refund.failed" : "refund.created",
      object: { object: "refund", id, status, ...moved, metadata },
    };
  }
  const isExpired = kind === "expired";
  return {
    type: `checkout.session.${isExpired ? "expired" : kind === "failed" ? "async_payment_failed" : "completed"}`,
    object: {
      object: "checkout.session",
      id: attempt.reference,
      status: isExpired ? "expired" : "complete",
      payment_status: kind === "completed" ? "paid" : "unpaid",
      client_reference_id: named.attempt ?? null,
      amount_total: amount,
      currency,
      payment_intent: isExpired ? null : id,
      livemode: true,
      metadata,
    },
  };
}

const disputeEvents: Partial<Record<NonNullable<Told["kind"]>, readonly [string, string]>> = {
  "dispute-opened": ["created", "needs_response"],
  reversed: ["funds_withdrawn", "needs_response"],
  "reversal-cancelled": ["funds_reinstated", "won"],
  "dispute-won": ["closed", "won"],
  "dispute-lost": ["closed", "lost"],
};
