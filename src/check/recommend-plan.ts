import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { centsFromPrice, withoutSeparators } from "#platform/money.ts";
import type { Needs, Topic } from "./website-needs.ts";

export interface Recommendation {
  readonly plan: PricingPackage;
  /** Sentences that say why. */
  readonly reason: string;
  /** Points of the plan that the reason names. */
  readonly points: readonly string[];
}

/** Words of a plan's points that name a topic. */
const wordsOf: Readonly<Record<Topic | "care", RegExp>> = {
  texts: /\b(titles?|(meta )?descriptions?|headings?|snippets?|on-?page)\b/i,
  links: /\b(internal|broken|dead|site) link(s|ing)?\b/i,
  "structured data": /\b(structured data|schema(\.org)?|rich results?)\b/i,
  speed: /\b(speed|fast(er)?|performance|web vitals|loading)\b/i,
  languages: /\b(languages?|hreflang|international|translat\w*)\b/i,
  technology: /\b(technical|audits?|survey|crawl\w*|index(ing|ation)?|robots|sitemaps?)\b/i,
  care: /\b(reports?|month(ly)?|track(ed|ing)?|watch(ed)?|monitor(ed|ing)?)\b/i,
};

/**
 * Chooses the plan whose points name most of what the website needs, the cheapest of several such
 * plans. A plan that is too small for the website is not chosen. Returns null without plans.
 */
export function recommendPlan(
  plans: readonly PricingPackage[],
  needs: Needs,
): Recommendation | null {
  const byPrice = [...plans].sort((one, other) => priceOf(one) - priceOf(other));
  const largeEnough = byPrice.filter((plan) => mostPagesOf(plan) >= needs.pages);
  const suitable = largeEnough.length > 0 ? largeEnough : byPrice.slice(-1);
  const chosen = choose(suitable, needs, plans.length === 1);
  if (chosen === null) return null;
  const tooSmall = byPrice.find((plan) => mostPagesOf(plan) < needs.pages);
  const size =
    tooSmall === undefined
      ? ""
      : ` The sitemap lists more than the ${mostPagesOf(tooSmall)} pages of ${tooSmall.packageName}.`;
  return { ...chosen, reason: chosen.reason + size };
}

/** `plans` begin with the cheapest. */
function choose(
  plans: readonly PricingPackage[],
  { topics, faults, isUnread }: Needs,
  isOnly: boolean,
): Recommendation | null {
  const [cheapest] = plans;
  if (cheapest === undefined) return null;
  if (faults === 0 && !isUnread) {
    const points = pointsAbout(cheapest, ["care"]);
    const enough = isOnly ? "a month of care is enough" : "the smallest plan is enough";
    return {
      plan: cheapest,
      points,
      reason: `Nothing needs repair, so ${enough}${quoted(points, ": ")}.`,
    };
  }
  const wanted = (Object.entries(topics) as [Topic, number][]).sort(
    ([, one], [, other]) => other - one,
  );
  const scored = plans.map((plan) => {
    const named = wanted.filter(([topic]) => pointsAbout(plan, [topic]).length > 0);
    return { plan, named, score: named.reduce((sum, [, weight]) => sum + weight, 0) };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  if (best.score > 0) {
    const points = pointsAbout(
      best.plan,
      best.named.map(([topic]) => topic),
    ).slice(0, 2);
    const beginning = isUnread
      ? "As soon as the site can be read, it needs"
      : "What we found calls for";
    return { plan: best.plan, points, reason: `${beginning}${quoted(points, " ")}.` };
  }
  const recommended = plans.find(({ packageRecommended }) => packageRecommended === "Yes");
  const reason = isOnly
    ? "With this plan, we work on every website."
    : recommended === undefined
      ? "It is the smallest plan for this website, and enough to begin with."
      : "It is the plan that we recommend for most websites.";
  return { plan: recommended ?? cheapest, points: [], reason };
}

/** For each topic, the first point that names it. */
function pointsAbout(plan: PricingPackage, topics: readonly (Topic | "care")[]): string[] {
  const points = planPoints(plan);
  const named = topics.flatMap((topic) => points.find((point) => wordsOf[topic].test(point)) ?? []);
  return [...new Set(named)];
}

function quoted(points: readonly string[], before: string): string {
  return points.length === 0 ? "" : before + points.map((point) => `“${point}”`).join(" and ");
}

const priceOf = ({ packagePrice }: PricingPackage) =>
  centsFromPrice(withoutSeparators(packagePrice)) ?? Number.POSITIVE_INFINITY;

/** The largest number in points such as “Audit of up to 25 pages”. Without one, there is no limit. */
function mostPagesOf(plan: PricingPackage): number {
  const limits = planPoints(plan).flatMap((point) => {
    const [, most] = /\bup to ([\d,]+) (?:web ?)?(?:pages|urls|addresses)\b/i.exec(point) ?? [];
    return most === undefined ? [] : [Number(most.replaceAll(",", ""))];
  });
  return limits.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...limits);
}
