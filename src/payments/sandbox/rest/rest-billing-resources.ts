import { amountFromCents } from "#platform/money.ts";
import type { SandboxOrder, SandboxRefund } from "../sandbox-orders.server.ts";
import type { BillingReports } from "../subscriptions/sandbox-billing.ts";
import type {
  NameCycle,
  SandboxCycle,
  SandboxSubscription,
} from "../subscriptions/sandbox-subscription.ts";

const statusOf = {
  "approval-pending": "APPROVAL_PENDING",
  active: "ACTIVE",
  "past-due": "ACTIVE",
  paused: "SUSPENDED",
  ended: "CANCELLED",
} as const satisfies Record<SandboxSubscription["status"], string>;

const dayMs = 24 * 60 * 60 * 1000;

/** PayPal repeats a failed charge after five days. */
const retryMs = 5 * dayMs;

function time(at: number): string {
  return new Date(at).toISOString();
}

function money(cents: number, currency: string) {
  return { currency_code: currency, value: amountFromCents(cents) };
}

/** Ids of cycles tell to which subscription they belong; a payment's id looks like PayPal's. */
export const namePaypalCycle: NameCycle = ({ id }, number) => ({
  id: `${id}x${number}`,
  paymentId: `${id.slice(2)}S${String(number).padStart(4, "0")}`.slice(-17),
});

export function subscriptionResource(
  given: SandboxSubscription,
  { withPlan }: { readonly withPlan: boolean },
) {
  const open = given.cycles.filter(({ state }) => state === "open");
  const last = given.cycles.findLast(({ state }) => state === "paid");
  const failed = open.at(-1);
  const openCents = open.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return {
    id: given.id,
    status: statusOf[given.status],
    status_update_time: time(given.changedAt),
    update_time: time(Math.max(given.changedAt, given.cycles.at(-1)?.chargedAt ?? 0)),
    create_time: time(given.startedAt),
    start_time: time(given.startedAt),
    plan_id: given.termsId,
    custom_id: given.customId,
    billing_info: {
      outstanding_balance: money(openCents, given.currency),
      failed_payments_count: open.length,
      next_billing_time: time(given.cycles.at(-1)?.end ?? given.startedAt),
      ...(last !== undefined && {
        last_payment: {
          amount: money(last.priceCents, given.currency),
          time: time(last.chargedAt),
        },
      }),
      ...(failed !== undefined && {
        last_failed_payment: {
          amount: money(failed.priceCents, given.currency),
          time: time(failed.chargedAt),
          reason_code: "PAYMENT_DENIED",
          next_payment_retry_time: time(failed.chargedAt + retryMs),
        },
      }),
    },
    ...(withPlan && {
      plan: {
        billing_cycles: [
          {
            tenure_type: "REGULAR",
            sequence: 1,
            pricing_scheme: { fixed_price: money(given.priceCents, given.currency) },
          },
        ],
      },
    }),
  };
}

/** A payment in the list of a subscription. */
export function transactionResource(order: SandboxOrder) {
  const returnedCents = order.refunds.reduce((sum, { cents }) => sum + cents, 0);
  const status =
    returnedCents === 0
      ? "COMPLETED"
      : returnedCents < order.amountCents
        ? "PARTIALLY_REFUNDED"
        : "REFUNDED";
  return {
    id: order.capture?.id,
    status,
    time: time(order.paidAt ?? 0),
    amount_with_breakdown: { gross_amount: money(order.amountCents, order.currency) },
  };
}

function saleAmount(cents: number, currency: string) {
  const total = `${cents < 0 ? "-" : ""}${amountFromCents(Math.abs(cents))}`;
  return { total, currency, details: { subtotal: total } };
}

function saleResource(given: SandboxSubscription, cycle: SandboxCycle) {
  return {
    id: cycle.paymentId,
    state: "completed",
    amount: saleAmount(cycle.priceCents, given.currency),
    payment_mode: "INSTANT_TRANSFER",
    billing_agreement_id: given.id,
    custom: given.customId,
    create_time: time(cycle.chargedAt),
    update_time: time(cycle.chargedAt),
  };
}

function returnedSale(order: SandboxOrder, id: string, cents: number) {
  return {
    id,
    sale_id: order.capture?.id,
    state: "completed",
    amount: saleAmount(-cents, order.currency),
    create_time: time(Math.max(Date.now(), order.paidAt ?? 0)),
  };
}

const state = (given: SandboxSubscription) => subscriptionResource(given, { withPlan: false });

/** PayPal tells of a change of the status, and not of payments that are late or came after all. */
function stateEvent(after: SandboxSubscription, before: SandboxSubscription): string | undefined {
  if (after.termsId !== before.termsId) return "BILLING.SUBSCRIPTION.UPDATED";
  if (after.status === before.status) return undefined;
  if (after.status === "ended") return "BILLING.SUBSCRIPTION.CANCELLED";
  if (after.status === "paused") return "BILLING.SUBSCRIPTION.SUSPENDED";
  const wasCharged = before.status === "active" || before.status === "past-due";
  return wasCharged ? undefined : "BILLING.SUBSCRIPTION.ACTIVATED";
}

export const paypalBillingReports: BillingReports = {
  begun: () => [],
  paid: (given, cycle) => [
    { type: "PAYMENT.SALE.COMPLETED", resource: saleResource(given, cycle) },
  ],
  declined: (given) => [{ type: "BILLING.SUBSCRIPTION.PAYMENT.FAILED", resource: state(given) }],
  settled: () => [],
  state(after, before) {
    const type = stateEvent(after, before);
    return type === undefined ? [] : [{ type, resource: state(after) }];
  },
  refunded: (order, { id, cents }: SandboxRefund) => [
    { type: "PAYMENT.SALE.REFUNDED", resource: returnedSale(order, id, cents) },
  ],
  disputed: (order) => [
    {
      type: "PAYMENT.SALE.REVERSED",
      resource: returnedSale(order, `${order.capture?.id.slice(1)}R`, order.amountCents),
    },
  ],
};
