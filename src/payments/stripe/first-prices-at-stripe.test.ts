import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { newId } from "#platform/ids.ts";
import type { SubscriptionTerms } from "../provider-subscriptions.ts";
import { stripeSubscriptions } from "./stripe-subscriptions.ts";

const attempt = {
  id: newId(),
  orderReference: newId(),
  provider: "stripe",
  amountCents: 20_920,
  currency: "USD",
  receiver: "Stripe",
  reference: null,
  paymentAccount: null,
  createdAt: 0,
  returnedAt: null,
  leftAt: null,
  accountId: null,
};
const checkout = {
  description: "SEO plan Premium with extras, order 1",
  customerEmail: "ada@example.com",
  returnUrl: "https://shop.example/back",
  cancelUrl: "https://shop.example/left",
};
const terms: SubscriptionTerms = {
  planName: "Premium",
  interval: "quarterly",
  priceCents: 14_900,
  onceCents: 9000,
  reductions: [{ cents: 2980, cycles: 3 }],
  currency: "USD",
};

/** What Stripe is asked for when somebody subscribes; `refusal` is its status for coupons. */
async function asked(given: SubscriptionTerms, refusal?: number) {
  const coupons: unknown[] = [];
  const sessions: Stripe.Checkout.SessionCreateParams[] = [];
  const client = {
    coupons: {
      create: async (params: unknown) => {
        if (refusal !== undefined) throw Object.assign(new Error("No"), { statusCode: refusal });
        coupons.push(params);
        return { id: "coupon_1" };
      },
    },
    checkout: {
      sessions: {
        create: async (params: Stripe.Checkout.SessionCreateParams) => {
          sessions.push(params);
          return { id: "cs_1", url: "https://checkout.example/cs_1" };
        },
      },
    },
  };
  const subscriptions = stripeSubscriptions({
    client: async () => client as unknown as Stripe,
    paymentAccount: null,
    canStart: true,
    checkoutOrigin: "https://checkout.example",
    dashboardUrl: "https://dashboard.example",
  });
  await subscriptions.start(attempt, checkout, given);
  return { coupons, session: sessions[0] };
}

test("A lower price at first is a coupon of its months, and extras are charged once", async () => {
  const { coupons, session } = await asked(terms);
  expect(coupons).toMatchObject([
    { amount_off: 2980, currency: "usd", duration: "repeating", duration_in_months: 9 },
  ]);
  expect(session).toMatchObject({ mode: "subscription", discounts: [{ coupon: "coupon_1" }] });
  expect(session?.line_items?.map(({ price_data }) => price_data)).toMatchObject([
    { unit_amount: 14_900, recurring: { interval: "month", interval_count: 3 } },
    { unit_amount: 9000 },
  ]);
  expect(session?.line_items?.[1]?.price_data).not.toHaveProperty("recurring");
});

test("A lower first payment alone is a coupon that counts once", async () => {
  const reductions = [{ cents: 2980, cycles: 1 }];
  const { coupons } = await asked({ ...terms, reductions });
  expect(coupons).toMatchObject([{ amount_off: 2980, duration: "once" }]);
});

test("One price needs no coupon", async () => {
  const { planName, interval, priceCents, currency } = terms;
  const { coupons, session } = await asked({ planName, interval, priceCents, currency });
  expect(coupons).toEqual([]);
  expect(session).not.toHaveProperty("discounts");
});

test("A key that may make no coupons lets the customer pay the first cycle once", async () => {
  const { session } = await asked(terms, 403);
  expect(session).toMatchObject({ mode: "payment" });
  expect(session?.line_items?.[0]?.price_data?.unit_amount).toBe(attempt.amountCents);
});

test("Without Stripe's answer about the coupon, nothing is started", async () => {
  await expect(asked(terms, 500)).rejects.toMatchObject({ code: "unavailable" });
});

test("Prices that Stripe cannot charge are paid by link", () => {
  const { canCharge } = stripeSubscriptions({
    client: () => Promise.reject(new Error("Nobody is asked.")),
    paymentAccount: null,
    canStart: true,
    checkoutOrigin: "",
    dashboardUrl: "",
  });
  expect(canCharge(terms)).toBe(true);
  expect(canCharge({ priceCents: 14_900, reductions: [{ cents: 14_900, cycles: 2 }] })).toBe(false);
  const several = [
    { cents: 100, cycles: 1 },
    { cents: 100, cycles: 3 },
  ];
  expect(canCharge({ priceCents: 14_900, reductions: several })).toBe(false);
});
