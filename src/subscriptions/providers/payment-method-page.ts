import type { Payments } from "#payments/payments.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { readSubscription } from "../read-subscription.ts";

interface PageDependencies {
  readonly database: Parameters<typeof readSubscription>[0]["database"];
  readonly post: Parameters<typeof readSubscription>[0]["post"];
  readonly payments: Pick<Payments, "through">;
  readonly publicUrl: string;
}

/**
 * The provider's page on which the customer changes the card or account that is charged; it leads
 * back to the page of the subscription. Throws like `readSubscription`, "conflict" for a
 * subscription that no provider charges, and "unavailable" without an answer of the provider.
 */
export async function paymentMethodPage(
  deps: PageDependencies,
  actor: Actor,
  id: string,
): Promise<string> {
  const { subscription } = await readSubscription(deps, actor, id);
  const { provider, providerReference } = subscription;
  const calls = provider === null ? null : deps.payments.through(provider)?.provider.subscriptions;
  if (calls == null || providerReference === null) {
    throw new AppError("conflict", "No card or account is charged for this plan: you pay by link.");
  }
  return calls.paymentMethodPage(providerReference, `${deps.publicUrl}/my-plan/${id}`);
}
