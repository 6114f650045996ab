import { expect, test } from "vitest";
import { pricingPackages } from "../blocks/pricing-packages.ts";
import { changeSchemaOf, schemaOf } from "./schema-of.ts";

const [plan] = pricingPackages.seed;
const publishedAs = (packagePrice: string) => {
  const read = schemaOf(pricingPackages).safeParse({ ...plan, packagePrice });
  return read.success ? read.data.packagePrice : read.error.issues.map(({ message }) => message);
};

test.each([
  ["149", "149"],
  ["0149.00", "149"],
  ["149.50", "149.50"],
  ["149.5", "149.50"],
  ["1234.5", "1234.50"],
  ["1,234.5", "1234.50"],
  ["1,234.50", "1234.50"],
  [" $99 ", "99"],
  ["1,299", "1299"],
  ["$199", "199"],
  ["$ 1,299.50", "1299.50"],
  ["$ 9,999,999.99", "9999999.99"],
])("the price %s is stored as %s", (written, kept) => {
  expect(publishedAs(written)).toBe(kept);
  expect(
    changeSchemaOf(pricingPackages).parse({ ...plan, packagePrice: written }).packagePrice,
  ).toBe(kept);
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

test.each([
  "12,99",
  "1,29",
  "1.299",
  "1.299,00",
  "1299,00",
  "1,2990",
  "0,149",
  "€199",
  "$-5",
  "-$5",
  "$0",
  "199 $",
  "12,345,678",
])("%s is refused as a price", (written) => {
  expect(publishedAs(written)).toEqual([
    expect.stringContaining("Price in US dollars must be an amount such as 149 or 149.50"),
  ]);
});
