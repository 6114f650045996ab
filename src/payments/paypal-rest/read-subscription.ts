import { z } from "zod";
import { centsFromAmount } from "#platform/money.ts";
import { emptyMessage, messageText, readAs } from "../json-message.ts";
import type { MessageKind, PaymentMessage } from "../payment-provider.ts";
import type { SubscriptionReport } from "../provider-subscriptions.ts";

const text = messageText.optional();
const time = z.iso.datetime({ offset: true }).transform((given) => Date.parse(given));
const money = z.object({ value: z.string(), currency_code: text });

/** A payment or a refund in the format of Payments v1, which subscriptions still have. */
const sale = z.object({
  id: messageText,
  state: text,
  amount: z.object({ total: z.string(), currency: text }),
  create_time: time,
  billing_agreement_id: text,
  custom: text,
  /** Newer events name the attempt here. */
  custom_id: text,
  sale_id: text,
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});

const subscription = z.object({
  id: messageText,
  status: messageText,
  custom_id: text,
  plan_id: text,
  create_time: time.optional(),
  status_update_time: time.optional(),
  update_time: time.optional(),
  billing_info: z
    .object({
      outstanding_balance: money.optional(),
      next_billing_time: time.optional(),
      failed_payments_count: z.int().optional(),
      last_failed_payment: z.object({ time, next_payment_retry_time: time.optional() }).optional(),
    })
    .optional(),
  /** Present when a call asked for it. */
  plan: z
    .object({
      billing_cycles: z.array(
        z.object({ pricing_scheme: z.object({ fixed_price: money.optional() }).optional() }),
      ),
    })
    .optional(),
});

/** Furrow's envelopes: around PayPal's answers, and of the return of a customer. */
const listedTransaction = z.object({
  transaction_of: z.object({ id: messageText, custom_id: text }),
  transaction: z.object({
    id: messageText,
    status: text,
    amount_with_breakdown: z.object({ gross_amount: money }),
    time,
  }),
});
const failedCharge = z.object({ failed_charge_of: subscription });
const approvedSubscription = z.object({
  approved_subscription: z.object({ id: messageText, custom_id: text }),
});

type Sale = z.infer<typeof sale>;
type PaypalSubscription = z.infer<typeof subscription>;

/** True for the id of a subscription, and false for the id of an order. */
export function isSubscriptionId(reference: string): boolean {
  return reference.startsWith("I-");
}

/** Asks for the terms of a subscription in place of its payment. */
const termsMark = "/terms";

/** Id of the subscription in a reference, and whether its terms are asked for. */
export function askedOf(reference: string) {
  return { id: reference.replace(termsMark, ""), isAboutTerms: reference.endsWith(termsMark) };
}

export const subscriptionEvents: readonly string[] = [
  "PAYMENT.SALE.COMPLETED",
  "PAYMENT.SALE.PENDING",
  "PAYMENT.SALE.DENIED",
  "PAYMENT.SALE.REFUNDED",
  "PAYMENT.SALE.REVERSED",
  "BILLING.SUBSCRIPTION.PAYMENT.FAILED",
  "BILLING.SUBSCRIPTION.UPDATED",
  "BILLING.SUBSCRIPTION.ACTIVATED",
  "BILLING.SUBSCRIPTION.RE-ACTIVATED",
  "BILLING.SUBSCRIPTION.CANCELLED",
  "BILLING.SUBSCRIPTION.SUSPENDED",
  "BILLING.SUBSCRIPTION.EXPIRED",
];

/** True for the types of events that `readSubscriptionEvent` reads. */
export function isSubscriptionEvent(type: string): boolean {
  return subscriptionEvents.includes(type);
}

/** Undefined for another format. */
export function readSubscriptionEvent(type: string, resource: unknown): PaymentMessage | undefined {
  switch (type) {
    case "PAYMENT.SALE.COMPLETED":
    case "PAYMENT.SALE.PENDING":
    case "PAYMENT.SALE.DENIED":
      // "PAYMENT.SALE.COMPLETED" is also sent about a sale whose state is still pending.
      return readAs(sale, resource, (given) =>
        fromSale({ ...given, state: given.state ?? type.split(".").at(-1) }),
      );
    case "PAYMENT.SALE.REFUNDED":
      return readAs(sale, resource, (given) => {
        const refund = { ...given, state: given.state ?? "COMPLETED" };
        return saleTakenBack(refund, refundKind(refund));
      });
    case "PAYMENT.SALE.REVERSED":
      return readAs(sale, resource, fromReversal);
    case "BILLING.SUBSCRIPTION.PAYMENT.FAILED":
      return readAs(subscription, resource, fromFailure);
    case "BILLING.SUBSCRIPTION.UPDATED":
      return readAs(subscription, resource, fromUpdate);
    default:
      return readAs(subscription, resource, fromSubscription);
  }
}

/** Reads the response to a call about a subscription, or the return of a customer who subscribed. */
export function readSubscriptionAnswer(value: unknown): PaymentMessage | undefined {
  return (
    readAs(approvedSubscription, value, ({ approved_subscription: given }) => ({
      ...emptyMessage,
      kind: "approved" as const,
      rawStatus: "APPROVED",
      checkoutReference: given.id,
      attemptId: given.custom_id ?? null,
      subscription: reportOf(given.id, 0),
    })) ??
    readAs(listedTransaction, value, fromTransaction) ??
    readAs(failedCharge, value, ({ failed_charge_of }) => fromFailure(failed_charge_of)) ??
    readAs(subscription, value, (given) =>
      isSubscriptionId(given.id) ? fromSubscription(given) : undefined,
    )
  );
}

function reportOf(
  reference: string,
  at: number,
  more: Partial<SubscriptionReport> = {},
): SubscriptionReport {
  return {
    reference,
    at,
    period: null,
    endsWithPeriod: null,
    nextChargeAt: null,
    priceCents: null,
    ...more,
  };
}

/** Kinds by the state of a sale. A refunded sale has arrived, and another message takes it back. */
const kindOfSale: ReadonlyMap<string, MessageKind> = new Map([
  ["COMPLETED", "completed"],
  ["PARTIALLY_REFUNDED", "completed"],
  ["REFUNDED", "completed"],
  ["PENDING", "pending"],
  ["DENIED", "failed"],
  ["DECLINED", "failed"],
  ["FAILED", "failed"],
]);

/** Status of a payment whose money has arrived, so that events and lists name it alike. */
function statusOfSale(state: string | undefined): string | null {
  const status = state?.toUpperCase() ?? null;
  return kindOfSale.get(status ?? "") === "completed" ? "COMPLETED" : status;
}

function fromSale(given: Sale): PaymentMessage {
  const status = statusOfSale(given.state);
  const { billing_agreement_id: reference } = given;
  const message = {
    ...emptyMessage,
    transactionId: given.id,
    attemptId: given.custom ?? given.custom_id ?? null,
  };
  // Another shop can share the account, and can sell in the same format without subscriptions. PayPal
  // has left the subscription out of ours, too: the list of its payments, which is asked every day,
  // then reports the payment with its plain status, so this status is another.
  if (reference === undefined) return { ...message, rawStatus: `${status} without subscription` };
  return {
    ...message,
    rawStatus: status,
    kind: kindOfSale.get(status ?? "") ?? "other",
    grossCents: centsFromAmount(given.amount.total),
    currency: given.amount.currency ?? null,
    subscription: reportOf(reference, given.create_time),
  };
}

function fromTransaction({
  transaction_of: { id, custom_id },
  transaction,
}: z.infer<typeof listedTransaction>): PaymentMessage {
  const status = statusOfSale(transaction.status);
  const { gross_amount } = transaction.amount_with_breakdown;
  return {
    ...emptyMessage,
    kind: kindOfSale.get(status ?? "") ?? "other",
    rawStatus: status,
    transactionId: transaction.id,
    attemptId: custom_id ?? null,
    grossCents: centsFromAmount(gross_amount.value),
    currency: gross_amount.currency_code ?? null,
    subscription: reportOf(id, transaction.time),
  };
}

/** Kinds by the state of a refund. Only a completed refund has moved money. */
const kindOfRefund: ReadonlyMap<string, MessageKind> = new Map([
  ["COMPLETED", "refunded"],
  ["PENDING", "pending"],
  ["FAILED", "failed"],
  ["CANCELLED", "failed"],
]);

function refundKind({ state }: Sale): MessageKind {
  return kindOfRefund.get(state?.toUpperCase() ?? "") ?? "other";
}

/** PayPal writes amounts that go back with a sign in events, and without one in answers. */
function saleTakenBack(given: Sale, kind: MessageKind): PaymentMessage {
  const cents = centsFromAmount(given.amount.total.replace(/^-/, ""));
  return {
    ...emptyMessage,
    kind,
    rawStatus: given.state?.toUpperCase() ?? null,
    transactionId: given.id,
    parentTransactionId: given.sale_id ?? linkedSale(given),
    attemptId: given.custom ?? given.custom_id ?? null,
    grossCents: cents === null ? null : -cents,
    currency: given.amount.currency ?? null,
  };
}

/** Id of the sale in the link to it, such as ".../v1/payments/sale/9T0916710M1105906". */
function linkedSale({ links }: Sale): string | null {
  const ids = links?.flatMap(
    ({ href }) => /\/payments\/sale\/([\w-]{1,64})$/.exec(href)?.[1] ?? [],
  );
  return ids?.[0] ?? null;
}

/**
 * A reversal is written as a movement with an id of its own that names its sale, or as the sale
 * itself. PayPal's "completed" would be the status of the payment of the same id. Without a sale, the
 * attempt is left out: it is the one of the first cycle, and an admin has to find the reversed one.
 */
function fromReversal(given: Sale): PaymentMessage {
  const message = saleTakenBack(given, "reversed");
  const isSale = given.state?.toLowerCase() === "reversed" && message.parentTransactionId === null;
  const parent = isSale ? given.id : message.parentTransactionId;
  return {
    ...message,
    rawStatus: "REVERSED",
    parentTransactionId: parent,
    ...(parent === null && { attemptId: null }),
  };
}

/** Reads the response to a refund over Payments v1. */
export function readSaleRefund(value: unknown): PaymentMessage | undefined {
  return readAs(sale, value, (given) =>
    given.sale_id === undefined ? undefined : saleTakenBack(given, refundKind(given)),
  );
}

/** PayPal suspends a subscription by itself after failed payments, and for a pause. */
function kindOfState({ status, billing_info }: PaypalSubscription): MessageKind {
  const hasFailed = (billing_info?.failed_payments_count ?? 0) > 0;
  switch (status) {
    case "ACTIVE":
      return hasFailed ? "subscription-past-due" : "subscription-active";
    case "SUSPENDED":
      return hasFailed ? "subscription-past-due" : "subscription-paused";
    case "CANCELLED":
    case "EXPIRED":
      return "subscription-ended";
    default:
      return "other";
  }
}

function fromSubscription(given: PaypalSubscription): PaymentMessage {
  const kind = kindOfState(given);
  const { plan, billing_info } = given;
  const at = changedAt(given);
  const price = plan?.billing_cycles.at(-1)?.pricing_scheme?.fixed_price;
  return {
    ...emptyMessage,
    kind,
    rawStatus: `${given.status} ${at}`,
    transactionId: given.id,
    attemptId: given.custom_id ?? null,
    subscription: reportOf(given.id, at, {
      endsWithPeriod: false,
      nextChargeAt:
        kind === "subscription-active" ? (billing_info?.next_billing_time ?? null) : null,
      priceCents: price === undefined ? null : centsFromAmount(price.value),
    }),
  };
}

function changedAt(given: PaypalSubscription): number {
  return given.update_time ?? given.status_update_time ?? given.create_time ?? 0;
}

function fromFailure(given: PaypalSubscription): PaymentMessage {
  const failure = given.billing_info?.last_failed_payment;
  const at = failure?.time ?? changedAt(given);
  return {
    ...emptyMessage,
    kind: "renewal-failed",
    rawStatus: `failed ${at}`,
    transactionId: given.id,
    attemptId: given.custom_id ?? null,
    subscription: reportOf(given.id, at, {
      nextChargeAt: failure?.next_payment_retry_time ?? null,
    }),
  };
}

/** The event about a change of the plan does not say its price, so PayPal is asked for it. */
function fromUpdate(given: PaypalSubscription): PaymentMessage {
  return {
    ...fromSubscription(given),
    kind: "approved",
    rawStatus: `UPDATED ${changedAt(given)}`,
    checkoutReference: `${given.id}${termsMark}`,
  };
}
