import { addOns } from "#content/blocks/add-ons.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { addOnsOfPlan, type OfferedAddOn, pointsOfAddOn } from "#content/model/add-ons.ts";
import { isRepeated } from "#content/model/plan-interval.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { type PlanTerms, termsOfPlan } from "#content/model/plan-terms.ts";
import { findRecord, listRecords } from "#content/records/content-store.server.ts";
import { addOnLine, type OrderLine, planLine, sumOf } from "#orders/lines/order-lines.ts";
import type { Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { centsFromPrice } from "#platform/money.ts";
import { addDays } from "#platform/time/calendar.ts";
import type { OfferContent } from "./offer.ts";
import type { OfferContentForm } from "./offer-form.ts";

/** What an offer without a plan promises unless its form says otherwise. */
const termsWithoutPlan: PlanTerms = {
  workingDays: 0,
  includedRounds: 2,
  refundDays: 0,
  charged: "once",
  minimumCycles: 0,
};

const mostDaysOpen = 366;

/** What is sold, before a price of its own: a plan, or something else. */
interface Base {
  readonly packageId: string;
  readonly title: string;
  readonly cents: number;
  readonly terms: PlanTerms;
  readonly points: readonly string[];
}

interface Composed {
  readonly content: OfferContent;
  /** Whether the offer costs less than its plan, or nothing. */
  readonly isReduced: boolean;
}

/**
 * The content of a form. A version that follows another keeps the copies of that version, also when
 * the plan or an add-on has changed or is gone. Throws "invalid" with an issue for each wrong field.
 */
export async function composeOffer(
  queries: Queries,
  form: OfferContentForm,
  { today, previous }: { readonly today: string; readonly previous?: OfferContent | undefined },
): Promise<Composed> {
  requireDay(form.lastDay, today);
  const base = await baseOf(queries, form, previous);
  const terms = {
    ...base.terms,
    ...(form.workingDays !== undefined && { workingDays: form.workingDays }),
    ...(form.includedRounds !== undefined && { includedRounds: form.includedRounds }),
  };
  const cents = form.price === undefined ? base.cents : (centsFromPrice(form.price) ?? 0);
  const extras = await extrasOf(queries, form, { base, previous });
  const lines = [
    ...linesOfBase(base, cents),
    ...extras.map(({ line }) => line),
    ...discountOf(base, cents, form.priceCycles),
  ];
  const content: OfferContent = {
    ...terms,
    title: base.title,
    packageId: base.packageId,
    lines,
    points: form.points ?? [
      ...base.points,
      ...extras.flatMap(({ line, points }) => pointsOfAddOn({ points }, line.quantity)),
    ],
    addOnPoints: Object.fromEntries(extras.map(({ line, points }) => [line.addOnId, points])),
    note: form.note,
    lastDay: form.lastDay,
    payDays: form.payDays,
  };
  return { content, isReduced: cents < base.cents || sumOf(lines) === 0 };
}

function requireDay(lastDay: string, today: string): void {
  if (lastDay < today) throw fault("lastDay", "Choose today or a later day.");
  if (lastDay > addDays(today, mostDaysOpen)) {
    throw fault("lastDay", "Choose a day within a year.");
  }
}

async function baseOf(
  queries: Queries,
  { packageId, title, price }: OfferContentForm,
  previous: OfferContent | undefined,
): Promise<Base> {
  if (packageId === "") {
    const cents = centsFromPrice(price ?? "0") ?? 0;
    const points = previous?.packageId === "" ? pointsWithoutAddOns(previous) : [];
    return { packageId, title, cents, terms: termsWithoutPlan, points };
  }
  if (previous?.packageId === packageId) {
    const { title: name, lines } = previous;
    const { workingDays, includedRounds, refundDays, charged, minimumCycles } = previous;
    const terms = { workingDays, includedRounds, refundDays, charged, minimumCycles };
    const cents = lines.find(({ kind }) => kind === "plan")?.unitCents ?? 0;
    return { packageId, title: name, cents, terms, points: pointsWithoutAddOns(previous) };
  }
  const plan = await findRecord(queries, pricingPackages, packageId);
  if (plan === undefined) throw fault("packageId", "There is no such plan. Choose another one.");
  return {
    packageId,
    title: plan.packageName,
    cents: centsFromPrice(plan.packagePrice) ?? 0,
    terms: termsOfPlan(plan),
    points: planPoints(plan),
  };
}

/** The points of an offer besides those that its add-ons brought. */
function pointsWithoutAddOns({ lines, points, addOnPoints }: OfferContent): readonly string[] {
  const left = [...points];
  for (const { addOnId, quantity } of lines) {
    const brought = addOnId === null ? [] : (addOnPoints[addOnId] ?? []);
    for (const point of pointsOfAddOn({ points: brought }, quantity)) {
      const place = left.lastIndexOf(point);
      if (place >= 0) left.splice(place, 1);
    }
  }
  return left;
}

function linesOfBase({ packageId, title, cents: usual, terms }: Base, cents: number): OrderLine[] {
  const line = planLine({
    packageName: title,
    priceCents: packageId === "" ? cents : Math.max(usual, cents),
    charged: terms.charged,
  });
  return [packageId === "" ? { ...line, kind: "text" } : line];
}

/** A price below that of the plan is the plan's price with a discount, so that both are seen. */
function discountOf(
  { packageId, cents: usual, terms }: Base,
  cents: number,
  cycles: number | null,
): OrderLine[] {
  if (packageId === "" || cents >= usual) return [];
  const repeats = isRepeated(terms.charged) && cycles !== 1;
  return [
    {
      kind: "discount",
      label: "Discount",
      quantity: 1,
      unitCents: cents - usual,
      repeats,
      ...(repeats && cycles !== null && { cycles }),
      addOnId: null,
      couponId: null,
    },
  ];
}

interface Extra {
  readonly line: OrderLine;
  /** Points of one piece. */
  readonly points: readonly string[];
}

async function extrasOf(
  queries: Queries,
  { addOns: chosen }: OfferContentForm,
  { base, previous }: { readonly base: Base; readonly previous: OfferContent | undefined },
): Promise<readonly Extra[]> {
  if (chosen.length === 0) return [];
  const records = await listRecords(queries, addOns);
  const offered: readonly OfferedAddOn[] = records.flatMap((record) =>
    addOnsOfPlan([{ ...record, addOnPlans: "" }], base.packageId),
  );
  const seen = new Set<string>();
  return chosen.map(({ id, quantity }, index) => {
    if (seen.has(id)) throw fault(`addOns.${index}.id`, "Choose each add-on once.");
    seen.add(id);
    const kept = previous?.lines.find(({ addOnId }) => addOnId === id);
    const addOn = offered.find((one) => one.id === id);
    if (kept !== undefined) {
      const repeats = kept.repeats && isRepeated(base.terms.charged);
      return { line: { ...kept, quantity, repeats }, points: previous?.addOnPoints[id] ?? [] };
    }
    if (addOn === undefined) {
      throw fault(`addOns.${index}.id`, "There is no such add-on any more. Take it off.");
    }
    return { line: addOnLine(addOn, quantity, base.terms), points: addOn.points };
  });
}

function fault(path: string, message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path, message }] });
}
