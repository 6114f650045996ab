import type { Services } from "#compose.ts";
import { addOns } from "#content/blocks/add-ons.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { addOnsOfPlan } from "#content/model/add-ons.ts";
import { linesIn } from "#content/model/lines-in.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { termsOfPlan } from "#content/model/plan-terms.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import type { OfferContent } from "#offers/offer.ts";

/** The plans and add-ons of the site, and those of an offer that the site no longer sells. */
export async function offerChoices({ database }: Pick<Services, "database">, kept?: OfferContent) {
  const plans = await listRecords(database.read, pricingPackages);
  const extras = await listRecords(database.read, addOns);
  const shownPlans = plans.map((plan) => {
    const { workingDays, includedRounds } = termsOfPlan(plan);
    return {
      id: plan._id,
      name: plan.packageName,
      price: plan.packagePrice,
      charged: plan.packageCharged,
      points: planPoints(plan),
      workingDays: workingDays === 0 ? "" : String(workingDays),
      includedRounds: String(includedRounds),
    };
  });
  const keptLine = (id: string) => kept?.lines.find(({ addOnId }) => addOnId === id);
  const shownExtras = extras.flatMap((record) =>
    addOnsOfPlan([{ ...record, addOnPlans: "" }], "").map((addOn) => {
      const line = keptLine(addOn.id);
      return {
        id: addOn.id,
        // An offer keeps the name, the price and the points that an add-on had.
        name: line?.label ?? addOn.name,
        cents: line?.unitCents ?? addOn.priceCents,
        points: line === undefined ? addOn.points : (kept?.addOnPoints[addOn.id] ?? []),
        goesWithPlan: addOn.goesWithPlan,
        /** Ids of the plans with which the site sells it; empty for all. */
        plans: linesIn(record.addOnPlans),
        most: Math.max(addOn.most, line?.quantity ?? 0),
      };
    }),
  );
  const goneExtras = (kept?.lines ?? []).flatMap(({ addOnId, ...line }) =>
    addOnId === null || shownExtras.some(({ id }) => id === addOnId)
      ? []
      : [
          {
            id: addOnId,
            name: line.label,
            cents: line.unitCents,
            points: kept?.addOnPoints[addOnId] ?? [],
            goesWithPlan: line.repeats,
            plans: [],
            most: line.quantity,
          },
        ],
  );
  return {
    plans: [
      ...shownPlans,
      ...(kept && kept.packageId !== "" && !shownPlans.some(({ id }) => id === kept.packageId)
        ? [
            {
              id: kept.packageId,
              name: kept.title,
              price: "",
              charged: kept.charged,
              points: kept.points,
              workingDays: String(kept.workingDays),
              includedRounds: String(kept.includedRounds),
            },
          ]
        : []),
    ],
    extras: [...shownExtras, ...goneExtras],
  };
}

export type OfferChoices = Awaited<ReturnType<typeof offerChoices>>;
export type ExtraChoice = OfferChoices["extras"][number];
