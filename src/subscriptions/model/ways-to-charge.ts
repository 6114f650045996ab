import type { Subscription } from "./subscription.ts";
import type { SubscriptionStanding } from "./subscription-state.ts";

/** PayPal charges another price only after the customer has agreed on its page. */
export function asksForConsent({ provider }: Pick<Subscription, "provider">): boolean {
  return provider !== null && !keepsCancelled(provider);
}

interface Cancellable {
  readonly subscription: Pick<Subscription, "provider">;
  readonly standing: Pick<SubscriptionStanding, "next" | "isEndedAtProvider">;
}

/**
 * True when a cancellation can be taken back before its day, which is not so after the provider has
 * ended the subscription. PayPal ends a subscription at once when
 * it is told, which is when no further period is to be charged.
 */
export function canTakeBackCancellation({ subscription, standing }: Cancellable): boolean {
  const { provider } = subscription;
  if (standing.isEndedAtProvider) return false;
  return provider === null || keepsCancelled(provider) || standing.next !== null;
}

/** Whether this provider's subscriptions go on until the end of the paid period: `keepsCancelled`. */
function keepsCancelled(provider: string): boolean {
  return provider.includes("stripe");
}
