import { readProfile } from "#access/accounts/profile.ts";
import type { Services } from "#compose.ts";
import { pageOfOrders } from "#orders/list-orders.ts";
import { type CustomerDetails, customerDetailsIn } from "#platform/texts/customer-details.ts";
import type { SignedInActor } from "#policy/actor.ts";

export interface KnownDetails {
  /** "" for signed-out visitors. */
  readonly accountId: string;
  readonly details: CustomerDetails;
  readonly from: "profile" | "last order" | "nowhere";
}

const nothing = { details: customerDetailsIn({}), from: "nowhere" } as const;

/** Details from the profile, or else from the last order; empty for signed-out visitors. */
export async function knownDetails(
  services: Services,
  actor: SignedInActor | null,
): Promise<KnownDetails> {
  const accountId = actor?.accountId ?? "";
  if (actor === null) return { accountId, ...nothing };
  const profile = await readProfile(services, actor);
  if (profile !== undefined) return { accountId, details: profile, from: "profile" };
  const orders = await pageOfOrders(services, actor, { whose: "own", page: 1, pageSize: 1 });
  const [last] = orders.items;
  if (last === undefined) return { accountId, ...nothing };
  return { accountId, details: customerDetailsIn(last), from: "last order" };
}
