import { expect, test } from "vitest";
import {
  chargeLines,
  countedCycles,
  type LaterPayment,
  type PlanInterval,
  pricePer,
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
