import type { Payments } from "#payments/payments.ts";
import { newId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { readSubscription } from "../read-subscription.ts";
import type { HeldSubscription } from "../subscription-store.server.ts";

interface ConsentDependencies {
  readonly database: Parameters<typeof readSubscription>[0]["database"];
  readonly post: Parameters<typeof readSubscription>[0]["post"];
  readonly payments: Pick<Payments, "through">;
  readonly publicUrl: string;
}

/** Query of the page to which the provider leads a customer who has agreed. */
export const agreedThere = "confirming";

/**
 * True when the customer can agree to a planned change at the provider now. The provider charges
 * the new price from the next period on, so nobody agrees while a period at the old price follows.
 */
export function canConsent({ standing: { change, next } }: HeldSubscription): boolean {
  return change?.awaitsConsent === true && next !== null && next.start >= change.from;
}

/**
 * The provider's page on which the customer agrees to a planned change; it leads back to the page of
 * the subscription. Null when no agreement is due. Throws like `readSubscription`, "conflict" when
 * the provider refuses, and "unavailable" without its answer.
 */
export async function consentPage(
  deps: ConsentDependencies,
  actor: Actor,
  id: string,
): Promise<string | null> {
  const held = await readSubscription(deps, actor, id);
  const { subscription, standing } = held;
  const { provider, providerReference, currency } = subscription;
  if (!canConsent(held) || standing.change === null || provider === null) return null;
  const calls = deps.payments.through(provider)?.provider.subscriptions;
  if (calls == null || providerReference === null) return null;
  const { plan } = standing.change;
  const { packageName: planName, charged: interval, priceCents } = plan;
  const terms = { planName, interval, priceCents, currency };
  const page = `${deps.publicUrl}/my-plan/${id}`;
  const pages = { returnUrl: `${page}?${agreedThere}`, cancelUrl: page };
  const answer = await calls.changeTerms(providerReference, terms, pages, newId());
  return answer.kind === "awaits-consent" ? answer.url : null;
}
