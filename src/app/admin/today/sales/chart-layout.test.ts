import { expect, test } from "vitest";
import { type Step, stepsOf } from "#sales/sales-range.ts";
import { labelSteps } from "./chart-layout.server.ts";

test.each([
  ["en-US", "day", "Nov 20", "Nov 20, 2026"],
  ["en-GB", "day", "20 Nov", "20 Nov 2026"],
  [undefined, "week", "Nov 20", "Nov 20 – 22, 2026"],
  ["en-GB", "week", "20 Nov", "20 – 22 Nov 2026"],
  ["en-GB", "month", "Nov 2026", "Nov 2026"],
  ["en-GB", "year", "2026", "2026"],
] as const)(
  "in the locale %s, the first %s of a chart has the short label %s and the full label %s",
  (...row) => {
    const [locale, step, short, full] = row;
    expect(labelsOf(step, locale).steps[0]).toEqual({ short, full });
  },
);

test("a chart whose range crosses New Year shows both years, in the date format of the reader", () => {
  expect(labelsOf("year", "en-GB").range).toBe("20 Nov 2026 – 2 Jan 2027");
  expect(labelsOf("year").range).toBe("Nov 20, 2026 – Jan 2, 2027");
});

function labelsOf(step: Step, locale?: string) {
  const range = { name: "custom", from: "2026-11-20", to: "2027-01-02" } as const;
  const labels = labelSteps({ range, step, steps: stepsOf(range, step) }, locale);
  // Replaces the thin spaces around the dash by normal spaces, so that the expected texts are
  // legible.
  return JSON.parse(JSON.stringify(labels).replaceAll("\u2009", " ")) as typeof labels;
}
