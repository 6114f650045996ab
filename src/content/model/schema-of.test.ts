import { expect, test } from "vitest";
import { pricingPackages } from "../blocks/pricing-packages.ts";
import { changeSchemaOf, schemaOf } from "./schema-of.ts";

const [plan] = pricingPackages.seed;

test("a price is stored in one spelling, and refused if its meaning is not certain", () => {
  const prices = {
    "149": "149",
    "0149.00": "149",
    "149.5": "149.50",
    "1,234.50": "1234.50",
    " $99 ": "99",
    "1,299": "1299",
    "$ 9,999,999.99": "9999999.99",
  };
  for (const [packagePrice, kept] of Object.entries(prices)) {
    const changed = changeSchemaOf(pricingPackages).parse({ ...plan, packagePrice });
    const published = schemaOf(pricingPackages).parse({ ...plan, packagePrice });
    expect([changed.packagePrice, published.packagePrice]).toEqual([kept, kept]);
  }
  const refused =
    "12,99 1,29 1.299 1.299,00 1299,00 1,2990 0,149 €199 $-5 -$5 $0 199_$ 12,345,678".split(" ");
  for (const written of refused) {
    const packagePrice = written.replace("_", " ");
    const { error } = schemaOf(pricingPackages).safeParse({ ...plan, packagePrice });
    expect([packagePrice, error?.issues[0]?.message]).toEqual([
      packagePrice,
      expect.stringContaining("Price in US dollars must be an amount such as 149 or 149.50"),
    ]);
  }
});

test("a plan has one to ten points, a drawing of the site or none, and is recommended or not", () => {
  const points = Object.keys(plan ?? {}).filter((name) => name.startsWith("packagePoint"));
  const withoutPoints = { ...plan, ...Object.fromEntries(points.map((name) => [name, ""])) };
  const faultsOf = (changes: object) =>
    schemaOf(pricingPackages)
      .safeParse({ ...withoutPoints, packagePointOne: "One", ...changes })
      .error?.issues.map(({ message }) => message) ?? [];
  expect(points).toHaveLength(10);
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ packageDrawing: "", packageRecommended: "" })).toEqual([]);
  expect(faultsOf({ packagePointOne: "" })).toEqual(["First point is required."]);
  expect(faultsOf({ packageDrawing: "dragon" })[0]).toMatch(/^Drawing must be one of radishes, /);
  expect(faultsOf({ packageRecommended: "No" })).toEqual(["Recommended must be “Yes”, or empty."]);
});
