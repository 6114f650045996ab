import { expect, test } from "vitest";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { recommendPlan } from "./recommend-plan.ts";
import type { Needs } from "./website-needs.ts";

const plan = (packageName: string, packagePrice: string, ...points: string[]) =>
  ({
    ...pricingPackages.seed[0],
    packageName,
    packagePrice,
    packageRecommended: "",
    packagePointOne: points[0] ?? "Work",
    packagePointTwo: points[1] ?? "",
    packagePointThree: points[2] ?? "",
    ...Object.fromEntries(
      ["Four", "Five", "Six", "Seven"].map((nth) => [`packagePoint${nth}`, ""]),
    ),
  }) as PricingPackage;

const needs = (changes: Partial<Needs>): Needs => ({
  topics: {},
  pages: 0,
  faults: 1,
  isUnread: false,
  ...changes,
});

const three = [
  plan("Premium", "499", "Audit of the whole site", "Speed work"),
  plan("Basic", "149", "Audit of up to 25 pages", "Titles for every page", "A monthly report"),
  plan("Standard", "299", "Audit of up to 100 pages", "Titles for every page", "Internal links"),
];
const other = [plan("Groß", "1,200"), plan("Klein", "90")];
const marked = other.map((one, nth) => ({
  ...one,
  packageRecommended: nth === 0 ? ("Yes" as const) : ("" as const),
}));

test.each<[string, readonly PricingPackage[], Needs, string, RegExp]>([
  [
    "texts",
    three,
    needs({ topics: { texts: 15, links: 5 } }),
    "Standard",
    /“Titles for every page” and “Internal links”\.$/,
  ],
  [
    "texts alone",
    three,
    needs({ topics: { texts: 15 } }),
    "Basic",
    /calls for “Titles for every page”\.$/,
  ],
  ["speed", three, needs({ topics: { speed: 5 } }), "Premium", /“Speed work”/],
  [
    "many pages",
    three,
    needs({ topics: { texts: 9 }, pages: 80 }),
    "Standard",
    /the 25 pages of Basic/,
  ],
  ["no repair", three, needs({ faults: 0 }), "Basic", /^Nothing needs repair.*“A monthly report”/],
  [
    "to be read first",
    three,
    needs({ topics: { technology: 9 }, isUnread: true }),
    "Basic",
    /^As soon as.*“Audit of up to 25 pages”/,
  ],
  ["what no point names", other, needs({ topics: { texts: 9 } }), "Klein", /smallest plan/],
  ["what no point names, with a recommended plan", marked, needs({}), "Groß", /for most websites/],
  [
    "more pages than any plan",
    [plan("S", "9", "Up to 5 pages")],
    needs({ pages: 9 }),
    "S",
    /5 pages of S/,
  ],
  ["anything, of one plan", other.slice(1), needs({}), "Klein", /every website/],
])("recommends a plan for a website that needs %s", (_, plans, needed, name, reason) => {
  const recommended = recommendPlan(plans, needed);
  expect(recommended?.plan.packageName).toBe(name);
  expect(recommended?.reason).toMatch(reason);
});

test("recommends nothing without plans, and an unknown price is the highest", () => {
  expect(recommendPlan([], needs({}))).toBeNull();
  const odd = [plan("Odd", "soon"), ...other];
  expect(recommendPlan(odd, needs({ faults: 0 }))?.plan.packageName).toBe("Klein");
});
