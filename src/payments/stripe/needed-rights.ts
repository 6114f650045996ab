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

export const rightForWebhooks: NeededRight = {
  purpose: "set up a webhook",
  right: "Webhook Endpoints",
  level: "Write",
  tryOut: (stripe) => stripe.webhookEndpoints.del("we_furrow_tries_the_right"),
};

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
