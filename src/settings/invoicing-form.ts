import type { Invoicing } from "./invoicing.ts";

// What the form in the browser needs, apart from the schema, whose libraries are large.

/** Maximum numbers of characters, for the schema and the fields. */
export const invoicingLengths = {
  name: 140,
  street: 200,
  postcode: 20,
  city: 100,
  country: 100,
  registration: 100,
  email: 254,
  pattern: 30,
  firstNote: 200,
  secondNote: 200,
  taxCurrency: 3,
  taxRate: 20,
} as const;

/** What is wrong with a pattern of numbers, as a sentence; "" for one that can be used. */
export function faultOfPattern({
  pattern,
  isPerYear,
}: Pick<Invoicing, "pattern" | "isPerYear">): string {
  if (pattern.split("{number}").length !== 2) {
    return "Write {number} once where the number stands, such as F-{year}-{number}.";
  }
  if (pattern.split("{year}").length > 2) {
    return "Write {year} at most once, such as F-{year}-{number}.";
  }
  if (!/^[A-Za-z0-9./_-]*$/.test(pattern.replace("{number}", "").replace("{year}", ""))) {
    return "Besides {year} and {number}, use letters, digits and the signs . / _ - only.";
  }
  return isPerYear && !pattern.includes("{year}")
    ? "Numbers that begin again each year need {year}, or two would be the same."
    : "";
}

/** The number that a document prints, such as "F-2026-0001". */
export function printedNumber(
  { pattern }: Pick<Invoicing, "pattern">,
  { year, sequence }: { readonly year: string; readonly sequence: number },
): string {
  return pattern.replace("{year}", year).replace("{number}", String(sequence).padStart(4, "0"));
}
