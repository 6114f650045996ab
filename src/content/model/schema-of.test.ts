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
  ["1,234.5", "1234.50"],
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
