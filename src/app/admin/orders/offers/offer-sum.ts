import { cyclesIn } from "#app/admin/frame/forms/cycle-choices.ts";
import { isRepeated, pricesInWords } from "#content/model/plan-interval.ts";
import { centsFromTyped } from "#platform/money.ts";
import type { OfferChoices } from "./offer-choices.server.ts";
import { type OfferFormValues, piecesField } from "./offer-values.ts";

type Extras = OfferChoices["extras"];

/** The sum of the typed price and the chosen add-ons; "" until the price can be read. */
export function sumInWords(
  values: OfferFormValues,
  extras: Extras,
  plan: Pick<OfferChoices["plans"][number], "price" | "charged"> | undefined,
): string {
  const own = centsFromTyped(values.price ?? "");
  if (own === null || own < 0) return "";
  const sumOf = (some: Extras) =>
    some.reduce((sum, { id, cents }) => sum + cents * Number(values[piecesField(id)] ?? 0), 0);
  if (plan === undefined || !isRepeated(plan.charged)) {
    return pricesInWords({ priceCents: own + sumOf(extras) }, "once");
  }
  const usual = centsFromTyped(plan.price) ?? own;
  const cycles = own < usual ? (cyclesIn(values.priceCycles) ?? null) : null;
  return pricesInWords(
    {
      priceCents:
        (cycles === null ? own : usual) + sumOf(extras.filter(({ goesWithPlan }) => goesWithPlan)),
      onceCents: sumOf(extras.filter(({ goesWithPlan }) => !goesWithPlan)),
      reductions: cycles === null ? [] : [{ cents: usual - own, cycles }],
    },
    plan.charged,
  );
}

interface OwnPoints {
  /** The points in the form. */
  readonly points: string;
  /** The points that came with the plan and the add-ons. */
  readonly given: readonly string[];
}

/** The points that somebody has written beside those of the plan and the add-ons. */
export function ownPoints({ points, given }: OwnPoints): readonly string[] {
  return points.split("\n").filter((point) => point.trim() !== "" && !given.includes(point));
}
