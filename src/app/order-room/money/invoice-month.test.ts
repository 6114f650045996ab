import { expect, test } from "vitest";
import { invoiceMonthHint } from "./invoice-month.ts";

test("A payment from an earlier month says in which month its invoice is", () => {
  const hint = "The payment counts in Oct 2026. Its invoice gets today’s date, in Nov 2026.";
  expect(invoiceMonthHint("2026-10-31", "2026-11-01")).toBe(hint);
  for (const day of ["2026-11-01", "2026-11-30", "2026-12-01", "2026-10", "", "2026-02-30"]) {
    expect(invoiceMonthHint(day, "2026-11-20")).toBe("");
  }
});
