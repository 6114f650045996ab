import { z } from "zod";
import { emptyMessage, messageText, readAs } from "../json-message.ts";
import type { MessageKind, PaymentMessage } from "../payment-provider.ts";
import type { SubscriptionReport } from "../provider-subscriptions.ts";

const text = messageText.nullish();
const seconds = z.int().min(0);
const metadata = z.object({ attempt: text }).nullish();

/** An id, or the object in its place when a call asked for the whole object. */
const idOf = z
  .union([messageText, z.object({ id: messageText }).transform(({ id }) => id)])
  .nullish();

export const invoice = z.object({
  object: z.literal("invoice"),
  id: messageText,
  status: text,
  billing_reason: text,
  currency: text,
  created: seconds,
  livemode: z.boolean(),
  attempt_count: z.int().nullish(),
  next_payment_attempt: seconds.nullish(),
  status_transitions: z.object({ paid_at: seconds.nullish() }).nullish(),
  amount_due: z.int().nullish(),
  /**
   * An account whose API version is older than 2025-03-31 writes the subscription here, in the events
   * of which Stripe is asked, and of a webhook that was made by hand.
   */
  subscription: idOf,
  subscription_details: z.object({ metadata }).nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: idOf, metadata }).nullish() })
    .nullish(),
  lines: z.object({
    data: z.array(
      z.object({
        period: z.object({ start: seconds, end: seconds }),
        proration: z.boolean().nullish(),
        metadata,
        parent: z
          .object({ subscription_item_details: z.object({ proration: z.boolean() }).nullish() })
          .nullish(),
      }),
    ),
  }),
  /** Stripe leaves out the payments in events, so only answers to calls have them. */
  payments: z
    .object({
      data: z.array(
        z.object({
          status: text,
          amount_paid: z.int().nullish(),
          payment: z.object({ payment_intent: idOf, charge: idOf }),
        }),
      ),
    })
    .nullish(),
});

export const subscription = z.object({
  object: z.literal("subscription"),
  id: messageText,
  status: text,
  livemode: z.boolean(),
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: seconds.nullish(),
  pause_collection: z.object({}).nullish(),
  metadata,
  /** Older API versions write the period here, and not at the items. */
  current_period_end: seconds.nullish(),
  items: z.object({
    data: z.array(
      z.object({
        current_period_end: seconds.nullish(),
        quantity: z.int().nullish(),
        price: z.object({ unit_amount: z.int().nullish() }),
      }),
    ),
  }),
});

/** Furrow's envelope around a subscription that a call returned, which has no time of its own. */
const answeredSubscription = z.object({ answered_at: seconds, subscription });

export type StripeInvoice = z.infer<typeof invoice>;
type StripeSubscription = z.infer<typeof subscription>;

/** Reads an invoice of another kind than those of subscriptions as of no effect. */
const ofNoSubscription: PaymentMessage = {
  ...emptyMessage,
  rawStatus: "invoice without subscription",
};

/**
 * Reads an invoice as it stands now. A paid invoice without its payments is a reason to ask Stripe
 * for them, because refunds and disputes name the payment and not the invoice.
 */
export function fromInvoice(given: StripeInvoice): PaymentMessage {
  const message = aboutInvoice(given, given.status_transitions?.paid_at ?? given.created);
  if (message === undefined) return ofNoSubscription;
  if (given.status !== "paid") return { ...message, rawStatus: given.status ?? null };
  if (!given.payments) {
    return { ...message, kind: "approved", rawStatus: "paid", checkoutReference: given.id };
  }
  const paid = given.payments.data.filter(({ status, payment }) => {
    return status === "paid" && (payment.payment_intent ?? payment.charge);
  });
  const [only] = paid;
  if (only === undefined) return withoutPayment(given, message);
  return {
    ...message,
    kind: "completed",
    rawStatus: "paid",
    transactionId: only.payment.payment_intent ?? only.payment.charge ?? null,
    grossCents: only.amount_paid ?? null,
    currency: given.currency?.toUpperCase() ?? null,
    faults:
      paid.length === 1
        ? []
        : [`The invoice ${given.id} was paid by ${paid.length} payments, and one was asked for.`],
  };
}

/**
 * The shop settles an invoice that was paid in another way, which moves no money. An invoice of
 * nothing, by a discount or a credit in Stripe's dashboard, makes no order of its period: only an
 * owner knows whether the work goes on.
 */
function withoutPayment(given: StripeInvoice, message: PaymentMessage): PaymentMessage {
  const noted = { ...message, rawStatus: "paid without a payment" };
  if (given.amount_due !== 0 || given.billing_reason !== "subscription_cycle") return noted;
  const { period } = message.subscription ?? {};
  const from = period ? ` for the period from ${longDay.format(period.start)}` : "";
  return {
    ...noted,
    needsDecision: `Stripe charged nothing${from} of a subscription (invoice ${given.id}), because of a discount or a credit in Stripe’s dashboard. So no order was made for it. Place one for the customer if the work goes on, and dismiss this.`,
  };
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A charge that failed on the page of the checkout is not a renewal: the customer tries again. */
export function fromFailedCharge(given: StripeInvoice, at: number): PaymentMessage {
  const message = aboutInvoice(given, at);
  if (message === undefined) return ofNoSubscription;
  return {
    ...message,
    kind: given.billing_reason === "subscription_create" ? "other" : "renewal-failed",
    rawStatus: `failed ${given.attempt_count ?? 0}`,
  };
}

function aboutInvoice(given: StripeInvoice, at: number): PaymentMessage | undefined {
  const { subscription: present, metadata } = given.parent?.subscription_details ?? {};
  const reference = present ?? given.subscription;
  if (!reference) return undefined;
  const attemptId =
    (metadata ?? given.subscription_details?.metadata)?.attempt ??
    given.lines.data.find((line) => line.metadata?.attempt)?.metadata?.attempt;
  const { next_payment_attempt: next } = given;
  return {
    ...emptyMessage,
    transactionId: given.id,
    attemptId: attemptId ?? null,
    testMode: !given.livemode,
    subscription: {
      reference,
      at: at * 1000,
      period: periodOf(given),
      endsWithPeriod: null,
      nextChargeAt: next ? next * 1000 : null,
      priceCents: null,
    },
  };
}

/** `period_start` of a renewal's invoice is the period before, so its line is read. */
function periodOf({ lines }: StripeInvoice): SubscriptionReport["period"] {
  const line = lines.data.findLast(
    ({ parent, proration, period }) =>
      // What is charged once is for no period.
      (parent?.subscription_item_details?.proration ?? proration) === false &&
      period.start < period.end,
  );
  return line === undefined
    ? null
    : { start: line.period.start * 1000, end: line.period.end * 1000 };
}

/**
 * Kinds by the status of a subscription. "unpaid" is past due after the last retry.
 * "incomplete_expired" is left out: nothing was ever paid, and the customer may subscribe again.
 */
const kindOfState: ReadonlyMap<string, MessageKind> = new Map([
  ["active", "subscription-active"],
  ["trialing", "subscription-active"],
  ["past_due", "subscription-past-due"],
  ["unpaid", "subscription-past-due"],
  ["paused", "subscription-paused"],
  ["canceled", "subscription-ended"],
]);

/** `reportId` tells reports of one state apart. */
export function fromSubscription(
  given: StripeSubscription,
  reportId: string,
  at: number,
): PaymentMessage {
  const [item] = given.items.data;
  const state = kindOfState.get(given.status ?? "") ?? "other";
  // A pause leaves the status as it is, and Stripe then voids the invoices.
  const isPaused = state === "subscription-active" && Boolean(given.pause_collection);
  const endsWithPeriod = given.cancel_at_period_end === true || Boolean(given.cancel_at);
  const isCharged = state === "subscription-active" && !isPaused && !endsWithPeriod;
  const unitCents = item?.price.unit_amount;
  const periodEnd = item?.current_period_end ?? given.current_period_end;
  return {
    ...emptyMessage,
    kind: isPaused ? "subscription-paused" : state,
    rawStatus: `${given.status ?? "no status"} ${reportId}`,
    transactionId: given.id,
    attemptId: given.metadata?.attempt ?? null,
    testMode: !given.livemode,
    subscription: {
      reference: given.id,
      at: at * 1000,
      period: null,
      endsWithPeriod,
      nextChargeAt: isCharged && periodEnd ? periodEnd * 1000 : null,
      priceCents: typeof unitCents === "number" ? unitCents * (item?.quantity ?? 1) : null,
    },
  };
}

/** Reads the response to a call about a subscription or one of its invoices. */
export function readSubscriptionAnswer(value: unknown): PaymentMessage | undefined {
  return (
    readAs(invoice, value, (given) =>
      given.status === "open" && (given.attempt_count ?? 0) > 0
        ? fromFailedCharge(given, given.created)
        : fromInvoice(given),
    ) ??
    readAs(answeredSubscription, value, (given) =>
      fromSubscription(given.subscription, String(given.answered_at), given.answered_at),
    )
  );
}
