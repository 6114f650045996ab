import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PriceNoteProvider } from "#app/ui/price-note.ts";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { priceNote } from "#tax/tax-words.ts";
import { leeds } from "../../../../../tests/support/invoices/taxing.ts";
import { LowestPrice } from "../lowest-price.tsx";
import { ChoosePlan } from "./choose-plan.tsx";
import { ComparePlans } from "./compare-plans.tsx";
import { PricingSection } from "./pricing-section.tsx";

const plans = pricingPackages.seed.map((plan, index) => ({ ...plan, _id: `${index}` }));

/** Rows of the table, with cells between bars and links as their texts. */
function tableOf(packages: readonly PricingPackage[], refunds?: string): string[] {
  const table = <ComparePlans packages={packages} titles={undefined} refunds={refunds} />;
  return [...renderToStaticMarkup(table).matchAll(/<tr.*?<\/tr>/g)].map(([row]) =>
    row
      .replaceAll("</li><li>", " + ")
      .replaceAll(/<\/t[hd]>(?=<t)/g, " | ")
      .replaceAll(/<(?!a |\/a)[^>]+>/g, ""),
  );
}

test("the seeded plans are compared by their terms and by each of their points", () => {
  expect(tableOf(plans, "/refunds/")).toEqual([
    " | Basic $149.00 | Standard $299.00 | Premium $499.00 a month",
    "With you in | 10 working days | 15 working days | 20 working days",
    "Rounds of changes | 2 | 2 | 2",
    "Paid | once | once | every month",
    '<a href="/refunds/">Refund within</a> | 14 days | 14 days | 14 days',
    "Soil survey and new titles | up to 25 pages | up to 100 pages | the whole site",
    "Searches chosen and tracked | 10 | 30 | 60",
    "Pages sown or rewritten | 2 | 4 | 8",
    "Internal links | the broken ones mended | laid out anew | laid out anew",
    "Mentions | the local listing, set up or repaired | 2 earned, in trade or local press | 6 earned, in trade and local press",
    "Harvest report | every month | every month, with a call | every month, with a call",
    "Answers by email | within one working day | within one working day | the same working day",
    "Structured data, and speed until the phone test is green | –Not included | –Not included | Included",
    'Order | <a href="/order-now/0">Start a small bed</a> | <a href="/order-now/1">Work a full acre</a> | <a href="/order-now/2">Plant the whole field</a>',
  ]);
});

test("plans without common points and terms have one row, and one plan has no table", () => {
  const bare = Object.fromEntries(
    Object.keys(plans[0] ?? {}).map((name) => [name, ""]),
  ) as unknown as PricingPackage;
  const plan = (_id: string, points: object) => ({
    ...bare,
    _id,
    packageName: `Plan ${_id}`,
    packagePrice: "5",
    packageRounds: "0",
    packageCharged: "once" as const,
    ...points,
  });
  const six = [
    plan("a", { packagePointOne: "Soil", packagePointTwo: "Rain" }),
    plan("b", { packagePointOne: "Seed" }),
    ...["c", "d", "e", "f"].map((id) => plan(id, {})),
  ];
  expect(tableOf(six).slice(1, -1)).toEqual([
    `Only in this plan | Soil + Rain | Seed${" | –Not included".repeat(4)}`,
  ]);
  expect(tableOf(six.slice(0, 1))).toEqual([]);
});

test("the last part of the page offers the recommended plan, or else the cheapest", () => {
  const offer = (packages: readonly PricingPackage[]) =>
    renderToStaticMarkup(<ChoosePlan packages={packages} titles={undefined} check={null} />);
  expect(offer(plans)).toContain('href="/order-now/1"');
  expect(offer(plans)).toContain(
    "Standard: $299.00. With you in 15 working days. 2 rounds of changes. Refund within 14 days.",
  );
  const none = plans.map((plan) => ({ ...plan, packageRecommended: "" as const })).reverse();
  expect(offer(none)).toContain('href="/order-now/0"');
  expect(offer([])).toBe("");
});

test("each price says that VAT is added where the owner adds it, and nothing more elsewhere", () => {
  const shown = (place: "inside" | "on top") =>
    renderToStaticMarkup(
      <PriceNoteProvider value={priceNote({ ...leeds, place })}>
        <LowestPrice plans={plans} terms="" className="" />
        <PricingSection packages={plans} titles={undefined} contact="/contact/" />
        <ComparePlans packages={plans} titles={undefined} refunds={undefined} />
        <ChoosePlan packages={plans} titles={undefined} check={null} />
      </PriceNoteProvider>,
    );
  const prices = shown("on top").match(/\$\d+/g)?.length;
  expect(shown("on top").match(/plus VAT/g)).toHaveLength(prices ?? 0);
  expect(shown("inside")).not.toContain("VAT");
  expect(priceNote({ ...leeds, place: "on top", isRegistered: false })).toBe("");
});
