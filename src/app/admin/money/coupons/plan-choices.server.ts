import type { Services } from "#compose.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import type { PlanChoice } from "./coupon-fields.tsx";

/** The plans of the site, and those that a coupon has and the site no longer sells. */
export async function planChoices(
  { database }: Services,
  kept: readonly string[] = [],
): Promise<readonly PlanChoice[]> {
  const plans = await listRecords(database.read, pricingPackages);
  const known = new Set(plans.map(({ _id }) => _id));
  return [
    ...plans.map(({ _id, packageName }) => ({ id: _id, name: packageName })),
    ...kept.filter((id) => !known.has(id)).map((id) => ({ id, name: "A plan that is gone" })),
  ];
}
