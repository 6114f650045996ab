import type { Stripe } from "stripe";
import { withoutRequest } from "./stripe-checkout.ts";

/** A call that Furrow makes, and the right of a restricted key that it needs. */
export interface NeededRight {
  /** Completes "This key may not …". */
  readonly purpose: string;
  /** The right's name in Stripe's dashboard, and the level that it needs. */
  readonly right: string;
  readonly level: "Write" | "Read";
  /** Changes nothing at Stripe, because the id does not exist or the list has one entry. */
  readonly tryOut: (stripe: Stripe) => Promise<unknown>;
}

export const rightsForPayments: readonly NeededRight[] = [
  {
    purpose: "start payments",
    right: "Checkout Sessions",
    level: "Write",
    tryOut: (stripe) => stripe.checkout.sessions.expire("cs_furrow_tries_the_right"),
  },
  {
    purpose: "refund",
    right: "Refunds",
    level: "Write",
    tryOut: (stripe) => stripe.refunds.cancel("re_furrow_tries_the_right"),
  },
  {
    purpose: "read events",
    right: "Events",
    level: "Read",
    tryOut: (stripe) => stripe.events.list({ limit: 1 }),
  },
];

/** Without these, cards are charged once, and customers pay each later cycle of a plan by a link. */
export const rightsForPlans: readonly NeededRight[] = [
  {
    purpose: "change subscriptions",
    right: "Subscriptions",
    level: "Write",
    tryOut: (stripe) => stripe.subscriptions.cancel("sub_furrow_tries_the_right"),
  },
  {
    purpose: "settle invoices",
    right: "Invoices",
    level: "Write",
    tryOut: (stripe) => stripe.invoices.pay("in_furrow_tries_the_right"),
  },
  {
    purpose: "change customers",
    right: "Customers",
    level: "Write",
    tryOut: (stripe) => stripe.customers.update("cus_furrow_tries_the_right", {}),
  },
  {
    purpose: "make products",
    right: "Products",
    level: "Write",
    tryOut: (stripe) => stripe.products.update("prod_furrow_tries_the_right", {}),
  },
  {
    purpose: "make prices",
    right: "Prices",
    level: "Write",
    tryOut: (stripe) => stripe.prices.update("price_furrow_tries_the_right", {}),
  },
  {
    purpose: "make coupons",
    right: "Coupons",
    level: "Write",
    tryOut: (stripe) => stripe.coupons.update("furrow_tries_the_right", {}),
  },
  {
    purpose: "let customers change their card",
    right: "Customer portal",
    level: "Write",
    tryOut: (stripe) =>
      stripe.billingPortal.configurations.update("bpc_furrow_tries_the_right", {}),
  },
];

export const rightForWebhooks: NeededRight = {
  purpose: "set up a webhook",
  right: "Webhook Endpoints",
  level: "Write",
  tryOut: (stripe) => stripe.webhookEndpoints.del("we_furrow_tries_the_right"),
};

/** Which of these rights a key has, all tried at once. */
export async function tryRights(
  stripe: Stripe,
  rights: readonly NeededRight[],
): Promise<readonly { readonly needed: NeededRight; readonly status: number }[]> {
  return Promise.all(
    rights.map(async (needed) => ({ needed, status: await statusOf(needed.tryOut(stripe)) })),
  );
}

/** Names the rights that a key lacks, as the beginning of a sentence and what to tick. */
export function lackingInWords(lacking: readonly NeededRight[]) {
  const list = new Intl.ListFormat("en", { type: "conjunction" });
  const purposes = new Intl.ListFormat("en", { type: "disjunction" });
  const rights = lacking.map(({ right, level }) => `“${right}: ${level}”`);
  return {
    lacks: `This key may not ${purposes.format(lacking.map(({ purpose }) => purpose))}.`,
    remedy: `Tick ${list.format(rights)} for it in Stripe’s dashboard, under Developers → API keys`,
  };
}

/** True for the status of a call that the key may make: ids that do not exist are answered 400 or 404. */
export function isAllowed(status: number): boolean {
  return [200, 400, 404].includes(status);
}

/** 200 for a call that succeeded, and 0 if there was no answer. Never throws. */
export async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    return withoutRequest(error).status;
  }
}
