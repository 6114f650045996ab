import type { Stripe } from "stripe";
import { recurringOf } from "#payments/stripe/stripe-checkout.ts";
import type { SandboxOrder } from "../sandbox-orders.server.ts";
import type { BillingReports } from "../subscriptions/sandbox-billing.ts";
import {
  clockOf,
  type SandboxCycle,
  type SandboxSubscription,
} from "../subscriptions/sandbox-subscription.ts";
import { disputeResource, refundResource, secondsOf } from "./stripe-resources.ts";

/** Some fields of an object of Stripe's, with the types that the package gives them. */
type PartOf<Value> = Value extends (...given: never) => unknown
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: PartOf<Value[Key]> }
    : Value;

const statusOf = {
  "approval-pending": "incomplete",
  active: "active",
  "past-due": "past_due",
  // A pause of the collection leaves the status as it is.
  paused: "active",
  ended: "canceled",
} as const satisfies Record<SandboxSubscription["status"], Stripe.Subscription.Status>;

/** The customer of a subscription, and the card that is charged. */
const customerOf = ({ id }: SandboxSubscription) => `cus_${id.slice(4)}`;
const cardOf = ({ id }: SandboxSubscription) => `pm_${id.slice(4)}`;

export function subscriptionResource(given: SandboxSubscription) {
  const current = given.cycles.at(-1);
  const isEnded = given.status === "ended";
  const periodEnd = secondsOf(current?.end ?? given.startedAt);
  return {
    id: given.id,
    object: "subscription",
    status: statusOf[given.status],
    livemode: false,
    created: secondsOf(given.startedAt),
    start_date: secondsOf(given.startedAt),
    billing_cycle_anchor: secondsOf(given.startedAt),
    customer: customerOf(given),
    currency: given.currency.toLowerCase(),
    default_payment_method: given.hasOwnCard ? cardOf(given) : null,
    cancel_at_period_end: given.endsWithPeriod,
    cancel_at: given.endsWithPeriod ? periodEnd : null,
    ended_at: isEnded ? secondsOf(given.changedAt) : null,
    pause_collection: given.status === "paused" ? { behavior: "void", resumes_at: null } : null,
    metadata: { attempt: given.customId },
    latest_invoice: current?.id ?? null,
    items: {
      object: "list",
      has_more: false,
      url: `/v1/subscription_items?subscription=${given.id}`,
      data: [
        {
          id: `si_${given.id.slice(4)}`,
          object: "subscription_item",
          subscription: given.id,
          quantity: 1,
          current_period_start: secondsOf(current?.start ?? given.startedAt),
          current_period_end: periodEnd,
          price: {
            id: `price_${given.termsId}`,
            object: "price",
            product: given.termsId,
            currency: given.currency.toLowerCase(),
            unit_amount: given.priceCents,
            recurring: { ...recurringOf[given.interval], usage_type: "licensed" },
          },
        },
      ],
    },
  } satisfies PartOf<Stripe.Subscription>;
}

const invoiceStatus = {
  paid: "paid",
  open: "open",
  void: "void",
  settled: "paid",
} as const satisfies Record<SandboxCycle["state"], Stripe.Invoice.Status>;

/** Stripe's events leave out the payments, and its answers have them if the shop expands them. */
export function invoiceResource(
  given: SandboxSubscription,
  cycle: SandboxCycle,
  { withPayments }: { readonly withPayments: boolean },
) {
  const { state, failures } = cycle;
  const isFirst = given.cycles[0]?.id === cycle.id;
  const isSettled = state === "settled";
  const isPaid = state === "paid" || isSettled;
  const [start, end] = [secondsOf(cycle.start), secondsOf(cycle.end)];
  return {
    id: cycle.id,
    object: "invoice",
    status: invoiceStatus[state],
    billing_reason: isFirst ? "subscription_create" : "subscription_cycle",
    livemode: false,
    created: start,
    currency: given.currency.toLowerCase(),
    customer: customerOf(given),
    amount_due: cycle.priceCents,
    amount_paid: isPaid ? cycle.priceCents : 0,
    amount_paid_off_stripe: isSettled ? cycle.priceCents : 0,
    attempt_count: failures + (state === "paid" ? 1 : 0),
    attempted: failures > 0 || state === "paid",
    next_payment_attempt: state === "open" ? secondsOf(cycle.chargedAt) + 3 * 24 * 60 * 60 : null,
    // The period of an invoice is the one before the charged cycle, except for the first.
    period_start: isFirst ? start : secondsOf(given.cycles[0]?.start ?? cycle.start),
    period_end: start,
    status_transitions: {
      finalized_at: start,
      paid_at: isPaid ? secondsOf(cycle.chargedAt) : null,
      marked_uncollectible_at: null,
      voided_at: state === "void" ? start : null,
    },
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { subscription: given.id, metadata: { attempt: given.customId } },
    },
    lines: {
      object: "list",
      has_more: false,
      url: `/v1/invoices/${cycle.id}/lines`,
      data: [
        {
          id: `il_${cycle.id.slice(3)}`,
          object: "line_item",
          amount: cycle.priceCents,
          currency: given.currency.toLowerCase(),
          period: { start, end },
          parent: {
            type: "subscription_item_details",
            invoice_item_details: null,
            subscription_item_details: { proration: false, subscription: given.id },
          },
        },
      ],
    },
    ...(withPayments && { payments: paymentsOf(given, cycle) }),
  } satisfies PartOf<Stripe.Invoice>;
}

function paymentsOf(given: SandboxSubscription, cycle: SandboxCycle) {
  const payment = {
    id: `inpay_${cycle.id.slice(3)}`,
    object: "invoice_payment",
    invoice: cycle.id,
    status: "paid",
    amount_paid: cycle.priceCents,
    amount_requested: cycle.priceCents,
    currency: given.currency.toLowerCase(),
    payment: { type: "payment_intent", payment_intent: cycle.paymentId },
  } satisfies PartOf<Stripe.InvoicePayment>;
  return {
    object: "list",
    has_more: false,
    url: `/v1/invoice_payments?invoice=${cycle.id}`,
    data: cycle.state === "paid" ? [payment] : [],
  } as const;
}

/** The session with which the customer subscribed. */
export function subscribedSession(
  order: SandboxOrder,
  subscription: SandboxSubscription | undefined,
  { checkoutUrl, withInvoice }: { readonly checkoutUrl: string; readonly withInvoice: boolean },
) {
  const [first] = subscription?.cycles ?? [];
  const isExpired = order.outcome === "expired";
  return {
    id: order.id,
    object: "checkout.session",
    mode: "subscription",
    status: isExpired ? "expired" : first === undefined ? "open" : "complete",
    payment_status: first === undefined ? "unpaid" : "paid",
    client_reference_id: order.customId,
    amount_total: order.amountCents,
    currency: order.currency.toLowerCase(),
    payment_intent: null,
    subscription: subscription?.id ?? null,
    invoice:
      subscription === undefined || first === undefined
        ? null
        : withInvoice
          ? invoiceResource(subscription, first, { withPayments: true })
          : first.id,
    livemode: false,
    metadata: { attempt: order.customId, order: order.invoiceId },
    success_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    url: isExpired || first !== undefined ? null : `${checkoutUrl}/${order.id}`,
  } satisfies PartOf<Stripe.Checkout.Session>;
}

type EventType = Stripe.Event["type"];

const report = <Type extends EventType>(type: Type, resource: object) => ({ type, resource });

export const stripeBillingReports: BillingReports = {
  begun: (given) => [report("customer.subscription.created", subscriptionResource(given))],
  paid: (given, cycle) => [
    report("invoice.paid", invoiceResource(given, cycle, { withPayments: false })),
  ],
  declined: (given, cycle) => [
    report("invoice.payment_failed", invoiceResource(given, cycle, { withPayments: false })),
  ],
  settled: (given, cycle) => stripeBillingReports.paid(given, cycle),
  state: (given) => [
    report(
      given.status === "ended" ? "customer.subscription.deleted" : "customer.subscription.updated",
      subscriptionResource(given),
    ),
  ],
  refunded: (order, refund) => [report("refund.created", refundResource(order, refund))],
  disputed: (order) => [
    report("charge.dispute.created", disputeResource(order, { status: "Dispute_Opened" })),
    report("charge.dispute.funds_withdrawn", disputeResource(order, { status: "Reversed" })),
    report("charge.dispute.closed", disputeResource(order, { status: "Dispute_Lost" })),
  ],
};

/** Time of an answer about a subscription, by its own clock, in the format of the header `Date`. */
export function dateOf(given: SandboxSubscription): string {
  return new Date(clockOf(given)).toUTCString();
}
