import type { RateLimit } from "../platform/rate-limit.ts";
import type { SignedInActor } from "../policy/actor.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Far above what an agency orders for all of its clients in one sitting. The limit over all accounts
 * bounds what a flood from many of them can store and mail to the owner.
 */
export function orderLimits({ accountId }: SignedInActor): readonly RateLimit[] {
  return [
    { name: "orders-shortly", attempts: 60, windowMs: 10 * minuteMs, countedFor: accountId },
    { name: "orders-daily", attempts: 300, windowMs: 24 * hourMs, countedFor: accountId },
    { name: "orders-overall", attempts: 2000, windowMs: hourMs },
  ];
}

/** Each attempt to pay is kept for good, and asked of the provider. */
export function paymentLimits({ accountId }: SignedInActor): readonly RateLimit[] {
  return [
    { name: "payments-shortly", attempts: 60, windowMs: 10 * minuteMs, countedFor: accountId },
    { name: "payments-daily", attempts: 300, windowMs: 24 * hourMs, countedFor: accountId },
  ];
}
