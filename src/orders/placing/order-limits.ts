import { networkOf, type RateLimit, type Sender } from "#platform/rate-limit.ts";
import type { SignedInActor } from "#policy/actor.ts";
import type { Person } from "#policy/personal-data.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * An agency that places orders for all of its clients in one sitting stays below the limits of its
 * account and network. The last limit counts the orders of all unconfirmed accounts together: it
 * limits how many orders a flood from many accounts and networks can store and email to the owner.
 */
export function orderLimits(
  { accountId, emailVerified }: Person,
  { clientAddress }: Sender,
): readonly RateLimit[] {
  const limits = [
    { name: "orders-shortly", attempts: 60, windowMs: 10 * minuteMs, countedFor: accountId },
    { name: "orders-daily", attempts: 300, windowMs: 24 * hourMs, countedFor: accountId },
    networkLimit("orders-of-network", clientAddress),
  ];
  if (emailVerified) return limits;
  const wayOut = "Or confirm your email address on your account page to continue at once.";
  return [...limits, { name: "orders-unconfirmed", attempts: 2000, windowMs: hourMs, wayOut }];
}

/** Every attempt to pay is stored permanently and causes requests to the provider. */
export function paymentLimits(
  { accountId }: SignedInActor,
  { clientAddress }: Sender,
): readonly RateLimit[] {
  return [
    { name: "payments-shortly", attempts: 60, windowMs: 10 * minuteMs, countedFor: accountId },
    { name: "payments-daily", attempts: 300, windowMs: 24 * hourMs, countedFor: accountId },
    networkLimit("payments-of-network", clientAddress),
  ];
}

function networkLimit(name: string, clientAddress: string): RateLimit {
  return { name, attempts: 600, windowMs: 24 * hourMs, countedFor: networkOf(clientAddress) };
}
