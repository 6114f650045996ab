import { z } from "zod";
import { planIntervals } from "#content/model/plan-interval.ts";
import { paymentStatuses } from "#orders/order.ts";
import { subscriptionStates } from "#subscriptions/model/subscription.ts";

const day = z.string().meta({ description: "Such as 2027-01-31, in the site's time zone" });
const price = z.string().meta({ description: 'US dollars: "149" or "149.50"' });
const amount = z.string().meta({ description: 'US dollars: "149.00"' });
const cents = z.int().meta({ description: "US cents" });

/** A plan with its price. */
const plan = {
  packageName: z.string(),
  packagePrice: price,
  packageCharged: z.enum(planIntervals),
};

export const subscriptionSchema = z
  .strictObject({
    _id: z.string(),
    number: z.int().meta({ description: "The number of its first order" }),
    ...plan,
    packageMinimumCycles: z.int().meta({ description: "Cycles before it can end; 0 for none" }),
    customerEmail: z.string(),
    companyName: z.string(),
    customerName: z.string(),
    customerWebsite: z.string(),
    state: z.enum(subscriptionStates).meta({
      description:
        "`past-due`: a cycle has begun unpaid. `suspended`: the grace is over or a payment was taken back, so the work stands still",
    }),
    startedAt: z.iso.datetime().nullable().meta({ description: "Null before the first payment" }),
    endedAt: z.iso.datetime().nullable(),
    chargedBy: z.string().nullable().meta({
      description: "Provider that charges each cycle by itself; null: paid by a link in an email",
    }),
    nextPayment: z
      .strictObject({
        day,
        amount,
        orderId: z.string().nullable().meta({ description: "Null until the order is made" }),
      })
      .nullable()
      .meta({ description: "The oldest payment that is owed, or else the next one" }),
    reductions: z.array(z.strictObject({ amount, cycles: z.int() })).meta({
      description: "What is taken off the price, and from how many of the cycles that follow",
    }),
    pause: z
      .strictObject({
        from: day,
        until: day.nullable().meta({ description: "Null until somebody resumes it" }),
      })
      .nullable(),
    lastDay: day.nullable().meta({ description: "Last day of a cancelled subscription" }),
    change: z
      .strictObject({
        kind: z.enum(["plan", "price"]),
        ...plan,
        from: day,
        awaitsConsent: z.boolean().meta({
          description:
            "The customer has to agree at the provider, from `page`; until then it waits",
        }),
      })
      .nullable(),
    paid: amount.meta({ description: "Received for all cycles, after refunds and chargebacks" }),
    refunded: amount,
    takenBack: amount.meta({ description: "By chargebacks" }),
    page: z.string().meta({ description: "The customer's page of the subscription" }),
  })
  .meta({ id: "Subscription" });

export const wholeSubscriptionSchema = subscriptionSchema
  .extend({
    cycles: z
      .array(
        z.strictObject({
          number: z.int(),
          start: day,
          lastDay: day,
          orderId: z.string(),
          orderNumber: z.int(),
          packagePrice: price,
          paymentStatus: z.enum(paymentStatuses),
          paidAt: z.iso.datetime().nullable(),
          isTakenBack: z.boolean().meta({ description: "True after a chargeback" }),
        }),
      )
      .meta({ description: "Oldest first; each has an order of its own" }),
  })
  .meta({ id: "WholeSubscription" });

const recurring = {
  recurringCents: cents.meta({ description: "A month, of subscriptions with a paid cycle" }),
  pausedCents: cents,
  pastDueCents: cents,
};

export const figuresSchema = z
  .strictObject({
    now: z.strictObject({
      ...recurring,
      running: z.int(),
      paused: z.int(),
      pastDue: z.int(),
      cancelled: z.int().meta({ description: "Of the running ones, those with a last day" }),
    }),
    months: z
      .array(z.strictObject({ month: day, ...recurring, gainedCents: cents, lostCents: cents }))
      .meta({ description: "The last months, oldest first; the present month until now" }),
    forecast: z
      .array(z.strictObject({ month: day, cents }))
      .meta({ description: "Payments of the next months, if everybody pays and nothing changes" }),
  })
  .meta({ id: "SubscriptionFigures" });

export const movedPricesSchema = z
  .strictObject({
    moved: z.array(z.string()).meta({ description: "Ids" }),
    refused: z.array(z.strictObject({ _id: z.string(), reason: z.string() })),
  })
  .meta({ id: "MovedPrices" });
