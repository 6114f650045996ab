import type { Stripe } from "stripe";
import { AppError } from "#platform/errors.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";
import type {
  Captured,
  Checkout,
  RefundablePayment,
  StartedCheckout,
} from "../payment-provider.ts";
import type { SubscriptionTerms } from "../provider-subscriptions.ts";
import { heardEvents } from "./read-event.ts";

/** Stripe refuses smaller amounts in US dollars. */
export const leastCents = 50;

/**
 * Creates the Checkout session of an attempt and hands off to Stripe's page. With terms, the
 * customer subscribes there; `couponId` is the coupon that takes the reductions of the terms off.
 * Repeated calls for one attempt create one session. Throws "unavailable" when Stripe does not
 * create the session.
 */
export async function createSession(
  stripe: Stripe,
  checkoutOrigin: string,
  attempt: PaymentAttempt,
  checkout: Checkout,
  terms: SubscriptionTerms | null = null,
  couponId: string | null = null,
): Promise<StartedCheckout> {
  if (attempt.amountCents < leastCents) {
    throw new AppError("unavailable", "Cards can pay $0.50 or more. Choose another way to pay.");
  }
  const session = await stripe.checkout.sessions
    .create(sessionFor(attempt, checkout, terms, couponId), {
      idempotencyKey: `create-${attempt.id}`,
    })
    .catch((cause) => {
      const sentence = "Stripe does not answer as it should. Nothing was paid; try again later.";
      throw new AppError("unavailable", sentence, { cause: withoutRequest(cause) });
    });
  // A session that was paid or has expired has no page any more.
  const { url } = session;
  if (url === null || !URL.canParse(url) || new URL(url).origin !== checkoutOrigin) {
    throw new AppError("unavailable", "Stripe did not start the payment. Try again later.");
  }
  return {
    handOff: { kind: "redirect", url },
    known: { reference: session.id, receiver: attempt.receiver },
  };
}

function sessionFor(
  attempt: PaymentAttempt,
  { description, returnUrl, cancelUrl, customerEmail }: Checkout,
  terms: SubscriptionTerms | null,
  couponId: string | null,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { attempt: attempt.id, order: attempt.orderReference };
  const currency = attempt.currency.toLowerCase();
  const price = {
    currency,
    unit_amount: terms?.priceCents ?? attempt.amountCents,
    product_data: { name: terms?.planName ?? description },
  };
  const isRecurring = terms !== null && { recurring: recurringOf[terms.interval] };
  // Stripe charges an item without an interval with the first invoice only.
  const once =
    terms?.onceCents === undefined
      ? []
      : [
          {
            currency,
            unit_amount: terms.onceCents,
            product_data: { name: "Extras, charged once" },
          },
        ];
  return {
    client_reference_id: attempt.id,
    customer_email: customerEmail,
    line_items: [{ ...price, ...isRecurring }, ...once].map((price_data) => ({
      quantity: 1,
      price_data,
    })),
    ...(couponId !== null && { discounts: [{ coupon: couponId }] }),
    success_url: returnUrl,
    cancel_url: cancelUrl,
    metadata,
    ...(terms === null
      ? { mode: "payment", payment_intent_data: { description, metadata } }
      : { mode: "subscription", subscription_data: { description, metadata } }),
  };
}

/** Stripe's names of the intervals; a quarter is three months. */
export const recurringOf = {
  monthly: { interval: "month", interval_count: 1 },
  quarterly: { interval: "month", interval_count: 3 },
  yearly: { interval: "year", interval_count: 1 },
} as const satisfies Record<SubscriptionTerms["interval"], object>;

/**
 * Asks Stripe for the present state of a session. Stripe takes the money by itself, so nothing is
 * collected: the answer replaces an event that was lost or is late.
 */
export async function askForSession(
  stripe: Stripe,
  sessionId: string,
  signal: AbortSignal,
): Promise<Captured> {
  signal.throwIfAborted();
  const session = await stripe.checkout.sessions
    .retrieve(sessionId, { expand: ["invoice.payments"] })
    .catch((error) => {
      throw withoutRequest(error);
    });
  if (session.status === "complete") {
    return { kind: "captured", raw: Buffer.from(JSON.stringify(session)) };
  }
  const reason =
    session.status === "expired"
      ? "The checkout has expired at Stripe."
      : "The customer has not paid at Stripe yet.";
  return { kind: "refused", reason };
}

/** The customer waits for the next checkout meanwhile. */
const endingMs = 4000;

/**
 * Expires a session, so that nobody can pay with it any more. Null when it has expired. A session
 * that was completed in the meantime cannot expire, so its state is returned instead.
 */
export async function endSession(stripe: Stripe, sessionId: string): Promise<Uint8Array | null> {
  const once = { timeout: endingMs, maxNetworkRetries: 0 };
  try {
    await stripe.checkout.sessions.expire(sessionId, {}, once);
    return null;
  } catch (error) {
    const refusal = withoutRequest(error);
    if (refusal.status !== 400) throw refusal;
  }
  const session = await stripe.checkout.sessions.retrieve(sessionId, {}, once).catch((error) => {
    throw withoutRequest(error);
  });
  return session.status === "complete" ? Buffer.from(JSON.stringify(session)) : null;
}

/**
 * Events since a time, newest first. Stripe keeps events for 30 days. The date of the answer also
 * tells how far the clock of this machine is off, which makes signatures of events look too old.
 */
export async function eventsSince(
  stripe: Stripe,
  since: number,
  signal: AbortSignal,
): Promise<{ readonly events: readonly Uint8Array[]; readonly clockAheadMs: number | null }> {
  let clockAheadMs: number | null = null;
  const events = await allOf(signal, async (page) => {
    const created = { gte: Math.floor(since / 1000) };
    const answer = await stripe.events.list({ types: [...heardEvents], created, ...page });
    const date = dateOf(answer.lastResponse);
    if (date !== null) clockAheadMs = Date.now() - date;
    return answer;
  });
  return { events: events.map((event) => Buffer.from(JSON.stringify(event))), clockAheadMs };
}

/** Time of an answer by Stripe's clock; null if the answer does not say. */
export function dateOf({ headers }: { readonly headers: HeadersInit }): number | null {
  // The package declares a plain object, and hands on the `Headers` of the answer.
  const date = Date.parse(new Headers(headers).get("date") ?? "");
  return Number.isNaN(date) ? null : date;
}

/** More objects than a shop of this kind has in weeks; a limit for the memory of one question. */
const mostListed = 5000;

/** All pages of a list of Stripe's, in its sequence. */
export async function allOf<Item extends { readonly id: string }>(
  signal: AbortSignal,
  list: (page: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const page = { limit: 100, ...(after !== undefined && { starting_after: after }) };
    const answer = await list(page).catch((error) => {
      throw withoutRequest(error);
    });
    items.push(...answer.data);
    after = answer.has_more ? answer.data.at(-1)?.id : undefined;
  } while (after !== undefined && items.length < mostListed);
  return items;
}

/**
 * Throws "conflict" when Stripe refuses, and "unavailable" when the result is unknown. Stripe forgets
 * idempotency keys after a day, so the refund itself carries the key, and is looked for first.
 */
export async function refundPayment(
  stripe: Stripe,
  { transactionId, attemptId }: RefundablePayment,
  amountCents: number,
  idempotencyKey: string,
): Promise<Buffer> {
  try {
    const made = await stripe.refunds.list({ payment_intent: transactionId, limit: 100 });
    const refund =
      made.data.find(({ metadata }) => metadata?.request === idempotencyKey) ??
      (await stripe.refunds.create(
        {
          payment_intent: transactionId,
          amount: amountCents,
          metadata: { attempt: attemptId, request: idempotencyKey },
        },
        { idempotencyKey },
      ));
    return Buffer.from(JSON.stringify(refund));
  } catch (error) {
    const cause = withoutRequest(error);
    if (cause.status === 403) {
      const sentence =
        "The key may not refund at Stripe. Give it the right “Refunds: Write” in Stripe’s dashboard, then try again.";
      throw new AppError("conflict", sentence, { cause });
    }
    if (cause.status === 400 || cause.status === 404) {
      const sentence =
        refundRefusals.get(cause.code) ?? `Stripe refused the refund: ${cause.code}.`;
      throw new AppError("conflict", sentence, { cause });
    }
    const sentence =
      "Stripe did not answer properly, so the result of the refund is not known yet.";
    throw new AppError("unavailable", sentence, { cause });
  }
}

const refundRefusals = new Map<string, string>([
  ["charge_already_refunded", "This payment has already been refunded in full."],
  ["amount_too_large", "The amount is more than what is left of this payment."],
  ["charge_disputed", "The customer has opened a dispute about this payment: answer it at Stripe."],
  ["balance_insufficient", "Your Stripe balance does not cover this refund."],
  ["insufficient_funds", "Your Stripe balance does not cover this refund."],
  ["resource_missing", "Stripe does not know this payment."],
]);

/** A failed call, with Stripe's code for the reason. */
export class StripeRefusal extends Error {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, requestId: string | undefined) {
    super(`Stripe answered ${status}: ${code}${requestId ? ` (request ${requestId})` : ""}.`);
    this.name = "StripeRefusal";
    this.status = status;
    this.code = code;
  }
}

/** Keeps only codes of an error, because its other fields can hold personal data and keys. */
export function withoutRequest(error: unknown): StripeRefusal {
  const { statusCode, code, type, requestId } = (error ?? {}) as Partial<Stripe.errors.StripeError>;
  return new StripeRefusal(statusCode ?? 0, code ?? type ?? "no answer", requestId);
}
