import { expect, test } from "vitest";
import { ownPoints, sumInWords } from "./offer-sum.ts";

const extra = (id: string, cents: number, goesWithPlan: boolean) => ({
  id,
  name: id,
  cents,
  goesWithPlan,
  points: [],
  plans: [],
  most: 5,
});

test("the sum of an offer says what is charged once, and what again and again", () => {
  const extras = [extra("start", 12_000, false), extra("article", 6000, true)];
  const values = { price: "450", "pieces.start": "1" };
  const once = { price: "450", charged: "once" } as const;
  const monthly = { price: "499", charged: "monthly" } as const;
  expect(sumInWords(values, extras, undefined)).toBe("$570.00");
  expect(sumInWords(values, extras, once)).toBe("$570.00");
  expect(sumInWords(values, extras, monthly)).toBe(
    "$570.00 for the first month, then $450.00 a month",
  );
  const articles = { price: "450", "pieces.article": "2" };
  expect(sumInWords(articles, extras, monthly)).toBe("$570.00 a month");
  expect(sumInWords({ price: "450", priceCycles: "3" }, extras, monthly)).toBe(
    "$450.00 for the first 3 months, then $499.00 a month",
  );
  expect(sumInWords({ price: "" }, extras, once)).toBe("");
});

test("another plan leaves the points that somebody has written", () => {
  const given = ["30 searches", "Start within a day"];
  const points = "30 searches\nA call every Friday\n\nStart within a day";
  expect(ownPoints({ points, given })).toEqual(["A call every Friday"]);
});
