import { z } from "zod";
import { planIntervals } from "#content/model/plan-interval.ts";
import { progressStates } from "#money/paying/payment-progress.ts";
import { ways } from "#money/paying/ways.ts";
import type { RefundState } from "#money/refunds/refund-requests.server.ts";
import { decisions } from "#money/review/review.ts";
import { lineKinds, type OrderLine } from "#orders/lines/order-lines.ts";
import { orderStatuses, paymentStatuses } from "#orders/order.ts";
import { resolutions } from "#payments/notifications/verified-notification.ts";
import { priceFromCents } from "#platform/money.ts";
import { orderStages } from "#stages/order-stage.ts";

export const orderLine = z
  .strictObject({
    kind: z.enum(lineKinds),
    label: z.string(),
    quantity: z.int(),
    price: z.string().meta({ description: "Of one piece: 149 or 149.50; negative if taken off" }),
    repeats: z.boolean().meta({ description: "Whether later cycles of the plan have it" }),
    cycles: z.int().nullable().meta({
      description: "Number of first cycles that have a line that repeats; null for each cycle",
    }),
    addOnId: z.string().nullable(),
  })
  .meta({ id: "OrderLine" });

export function shownLine(line: OrderLine): z.output<typeof orderLine> {
  const { kind, label, quantity, unitCents, repeats, cycles = null, addOnId } = line;
  return { kind, label, quantity, price: priceFromCents(unitCents), repeats, cycles, addOnId };
}

export const orderSchema = z
  .strictObject({
    _id: z.string(),
    packageName: z.string(),
    packagePrice: z.string().nullable().meta({
      description: 'US dollars: "149" or "149.50"; null for somebody who sees no payments',
    }),
    packageCharged: z.enum(planIntervals).meta({ description: "How often the price is charged" }),
    customerEmail: z.string(),
    companyName: z.string().meta({ description: '"" for a company without a name' }),
    customerName: z.string(),
    customerAddress: z.string(),
    customerCountry: z.string(),
    customerWebsite: z.string().meta({ description: '"" when it was not given' }),
    paymentStatus: z.enum(paymentStatuses),
    orderStatus: z.enum(orderStatuses),
    orderDate: z.string().meta({ description: "MM/DD/YY in the site's time zone" }),
    lines: z.array(orderLine).nullable().meta({
      description: "What the price consists of; null for somebody who sees no payments",
    }),
    stage: z.enum(orderStages),
    dueAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "End of the day on which the promised working days end" }),
    waitsFor: z.enum(["customer", "team"]).nullable().meta({ description: "Who has to act next" }),
    subscription: z
      .strictObject({
        _id: z.string(),
        cycle: z.int().meta({ description: "Counts from 1" }),
        start: z.string(),
        lastDay: z.string(),
      })
      .nullable()
      .meta({ description: "The cycle that the order is for; null for a plan charged once" }),
  })
  .meta({ id: "Order" });

export const progressSchema = z
  .strictObject({
    paymentStatus: z.enum(paymentStatuses),
    progress: z
      .enum(["unknown", ...progressStates])
      .meta({ description: "State of a payment that has not arrived" }),
    way: z
      .enum(ways)
      .nullable()
      .meta({ description: "How the customer pays or paid, as begun last; null before" }),
    timesPaid: z.int().meta({ description: "Payments that have arrived, including refunded ones" }),
  })
  .meta({ id: "PaymentProgress" });

const refundStates = ["waiting", "done", "refused"] as const satisfies readonly RefundState[];

export const refundSchema = z
  .strictObject({
    _id: z.string().meta({ description: "Idempotency key of the request" }),
    transactionId: z.string(),
    amount: z.string(),
    state: z.enum(refundStates),
    reason: z.string().nullable().meta({ description: "Why it was refused or is still waiting" }),
  })
  .meta({ id: "Refund" });

const orderOfReview = z
  .strictObject({
    _id: z.string(),
    number: z.int(),
    paymentStatus: z.enum(paymentStatuses),
  })
  .nullable();

const refusalsOfReview = Object.fromEntries(
  decisions.map((decision) => [decision, z.string().nullable()]),
);

export const reviewSchema = z
  .strictObject({
    _id: z.string(),
    provider: z.string(),
    receivedAt: z.iso.datetime(),
    reason: z.string(),
    isGenuine: z.boolean(),
    status: z.string().nullable(),
    transactionId: z.string().nullable(),
    parentTransactionId: z.string().nullable(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    receivers: z.array(z.string()).nullable(),
    handedOff: z
      .strictObject({
        amount: z.string(),
        currency: z.string(),
        receiver: z.string(),
        at: z.iso.datetime(),
      })
      .nullable(),
    order: orderOfReview,
    isInLedger: z.boolean(),
    refundPage: z.string().nullable(),
    refusals: z
      .strictObject(refusalsOfReview)
      .meta({ description: "For each decision null, or the reason why it is impossible" }),
    fields: z.array(z.array(z.string())).meta({ description: "Raw names and values" }),
  })
  .meta({ id: "Review" });

export const resolvedReviewSchema = z
  .strictObject({
    _id: z.string(),
    resolution: z.enum(resolutions),
    order: orderOfReview,
    refundPage: z.string().nullable(),
  })
  .meta({ id: "ResolvedReview" });
