import { expect, test } from "vitest";
import {
  chargeLines,
  countedCycles,
  type LaterPayment,
  type PlanInterval,
  pricePer,
  pricesInWords,
} from "./plan-interval.ts";

test.each([
  ["once", "$299.00"],
  ["monthly", "$299.00 a month"],
  ["quarterly", "$299.00 a quarter"],
  ["yearly", "$299.00 a year"],
] as const)("a price that is charged %s reads %s", (charged, words) => {
  expect(pricePer("$299.00", charged)).toBe(words);
});

test("cycles are counted with their noun", () => {
  expect([countedCycles(1, "yearly"), countedCycles(3, "monthly")]).toEqual(["1 year", "3 months"]);
});

const linesOf = (
  charged: PlanInterval,
  minimumCycles: number,
  later: readonly LaterPayment[] | null,
) =>
  chargeLines({ priceCents: 49_900, charged, minimumCycles }, later).map(
    ({ label, words }) => `${label}: ${words}`,
  );

const byLink = { chargedBy: null, way: "bank transfer" };
const byStripe = { chargedBy: "Stripe", way: "Stripe" };

test("a plan charged once has no lines about further charges", () => {
  expect(linesOf("once", 3, [byLink])).toEqual([]);
});

test("a repeated plan says what is charged, when, the minimum term, and how to stop", () => {
  expect(linesOf("quarterly", 2, [byLink])).toEqual([
    "Now: $499.00 for the first quarter.",
    "Then: An email with a link to pay $499.00 comes 7 days before each further quarter. Nothing is charged by itself.",
    "Minimum term: 2 quarters, $998.00 in all.",
    "To stop: Cancel in two clicks on the page of your plan, or by a link in an email. The plan then ends with its minimum term: each quarter until then is still charged, and nothing after it.",
  ]);
});

test.each<[LaterPayment[] | null, string]>([
  [[byStripe], "Stripe charges $499.00 by itself at the start of each further month."],
  [
    [byStripe, { chargedBy: "PayPal", way: "PayPal" }],
    "Stripe or PayPal charges $499.00 by itself at the start of each further month.",
  ],
  [
    [byStripe, byLink],
    "By Stripe: it charges $499.00 by itself at the start of each further month. By bank transfer: an email with a link to pay $499.00 comes 7 days before each further month, and nothing is charged by itself.",
  ],
  [null, "$499.00 for each further month, in the way that you choose when you pay."],
])("with the ways %j, later months are paid so: %s", (later, words) => {
  expect(linesOf("monthly", 0, later)).toContain(`Then: ${words}`);
});

const firstThree = { priceCents: 14_900, reductions: [{ cents: 2980, cycles: 3 }] };

test("all prices of a plan are said in one line", () => {
  expect(pricesInWords({ priceCents: 14_900 }, "monthly")).toBe("$149.00 a month");
  expect(pricesInWords({ priceCents: 14_900 }, "once")).toBe("$149.00");
  expect(pricesInWords(firstThree, "monthly")).toBe(
    "$119.20 for the first 3 months, then $149.00 a month",
  );
  expect(pricesInWords({ ...firstThree, onceCents: 9000 }, "quarterly")).toBe(
    "$209.20 for the first quarter, then $119.20 for the next 2 quarters, then $149.00 a quarter",
  );
  const oneLeft = { priceCents: 14_900, reductions: [{ cents: 2980, cycles: 1 }] };
  expect(pricesInWords(oneLeft, "monthly", { hasBegun: true })).toBe(
    "$119.20 for the next month, then $149.00 a month",
  );
});

test.each<[LaterPayment[] | null, string]>([
  [
    [byStripe],
    "Stripe charges $119.20 by itself at the start of each of the next 2 months, and $149.00 by itself at the start of each further month.",
  ],
  [
    [byLink],
    "An email with a link to pay $119.20 comes 7 days before each of the next 2 months, and an email with a link to pay $149.00 comes 7 days before each further month. Nothing is charged by itself.",
  ],
  [
    null,
    "$119.20 for each of the next 2 months, and $149.00 for each further month, in the way that you choose when you pay.",
  ],
])("a lower price at first is told with the ways %j: %s", (later, words) => {
  const plan = { ...firstThree, charged: "monthly", minimumCycles: 4 } as const;
  const told = chargeLines(plan, later).map((line) => `${line.label}: ${line.words}`);
  expect(told.slice(0, 3)).toEqual([
    "Now: $119.20 for the first month.",
    `Then: ${words}`,
    "Minimum term: 4 months, $506.60 in all.",
  ]);
});

test("months that cost nothing are told as such", () => {
  const reductions = [{ cents: 14_900, cycles: 2 }];
  const plan = { priceCents: 14_900, reductions, charged: "monthly", minimumCycles: 0 } as const;
  expect(chargeLines(plan, [byLink])[1]?.words).toBe(
    "Nothing is to pay for the next month, and an email with a link to pay $149.00 comes 7 days before each further month. Nothing is charged by itself.",
  );
});

test.each([
  [0, "None. You can stop before the second month."],
  [1, "None. You can stop before the second month."],
  [2, "2 months, $998.00 in all."],
])("a minimum of %i months is told", (cycles, words) => {
  expect(linesOf("monthly", cycles, null)).toContain(`Minimum term: ${words}`);
});

test.each([
  [1, "None after this month. You can stop before the next one."],
  [3, "Months still to pay: 3, with this one."],
])(
  "a later period says its days, what follows, and that %i periods are left of the term",
  (periodsLeft, term) => {
    const running = { period: "Feb 28 – Mar 30, 2027", afterwards: "Nothing.", periodsLeft };
    const plan = { priceCents: 49_900, charged: "monthly", minimumCycles: 3 } as const;
    const words = chargeLines(plan, [byLink], running).map((line) => line.words);
    expect(words.slice(0, 3)).toEqual(["$499.00 for Feb 28 – Mar 30, 2027.", "Nothing.", term]);
    expect(words[3]).toContain(
      periodsLeft > 1 ? "is still charged, and nothing after it" : "runs to its end",
    );
  },
);
