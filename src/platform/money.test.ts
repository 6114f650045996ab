import { describe, expect, test } from "vitest";
import {
  amountFromCents,
  centsFromAmount,
  centsFromPrice,
  centsFromTyped,
  dollarsFromCents,
  priceFromCents,
  withoutSeparators,
} from "./money.ts";

const notPrices = [
  "",
  " ",
  " 149",
  "149 ",
  "149\n",
  "149.5",
  "149.505",
  "149.",
  ".50",
  "1,499",
  "1e3",
  "0x10",
  "+149",
  "-149",
  "$149",
  "149.50.50",
  "12345678",
  "NaN",
  "Infinity",
  "١٤٩",
  "１４９",
];

describe("A price", () => {
  test.each([
    ["0", 0],
    ["149", 14900],
    ["149.50", 14950],
    ["0.01", 1],
    ["007", 700],
    ["9999999.99", 999999999],
  ])("written as %j is %i cents", (price, cents) => {
    expect(centsFromPrice(price)).toBe(cents);
  });

  test.each(notPrices)("cannot be written as %j", (text) => {
    expect(centsFromPrice(text)).toBeNull();
  });

  test("is formatted without cents when they are zero, and parses back to the same cents", () => {
    expect(priceFromCents(14900)).toBe("149");
    expect(priceFromCents(14950)).toBe("149.50");
    expect(priceFromCents(5)).toBe("0.05");
    expect(priceFromCents(0)).toBe("0");
    for (let cents = 0; cents < 999_999_999; cents += 7_654_321) {
      expect(centsFromPrice(priceFromCents(cents))).toBe(cents);
    }
  });
});

describe("An amount from a payment provider", () => {
  test.each([
    ["149.00", 14900],
    ["149", 14900],
    ["-149.00", -14900],
    ["-0.01", -1],
    ["0.29", 29],
    ["999999999.99", 99999999999],
  ])("written as %j is %i cents", (amount, cents) => {
    expect(centsFromAmount(amount)).toBe(cents);
  });

  test("has no negative zero", () => {
    expect(Object.is(centsFromAmount("-0.00"), 0)).toBe(true);
  });

  test.each([
    ...notPrices.filter((text) => text !== "-149" && text !== "12345678"),
    "--1",
    "1.005",
    "-",
    "1234567890",
  ])("cannot be written as %j", (text) => {
    expect(centsFromAmount(text)).toBeNull();
  });

  test("is formatted with two digits of cents, and parses back to the same cents", () => {
    expect(amountFromCents(14900)).toBe("149.00");
    expect(amountFromCents(5)).toBe("0.05");
    expect(amountFromCents(-5)).toBe("-0.05");
    expect(amountFromCents(123456789)).toBe("1234567.89");
    for (const cents of [0, 1, 99, 100, 101, -1, -100, 99_999_999_999]) {
      expect(centsFromAmount(amountFromCents(cents))).toBe(cents);
    }
  });
});

test("10,000 times ten cents add up to exactly $1,000", () => {
  let cents = 0;
  for (let orders = 0; orders < 10_000; orders++) cents += centsFromPrice("0.10") ?? Number.NaN;
  expect(amountFromCents(cents)).toBe("1000.00");
});

test("dollars are formatted with thousands separators and a leading sign", () => {
  expect(dollarsFromCents(0)).toBe("$0.00");
  expect(dollarsFromCents(99900)).toBe("$999.00");
  expect(dollarsFromCents(149900)).toBe("$1,499.00");
  expect(dollarsFromCents(123456789012)).toBe("$1,234,567,890.12");
  expect(dollarsFromCents(-149900)).toBe("-$1,499.00");
});

describe("An amount as people write it", () => {
  test.each([
    ["1,299", "1299"],
    ["$199", "199"],
    ["$ 199.50", "199.50"],
    [" $1,299.00 ", "1299.00"],
    ["12,345,678.90", "12345678.90"],
    ["0149", "0149"],
    ["1234.5", "1234.50"],
    ["$1,234.5", "1234.50"],
  ])("such as %j becomes %s", (written, amount) => {
    expect(withoutSeparators(written)).toBe(amount);
  });

  test.each([
    "12,99",
    "1,29",
    "1,2999",
    "1299,00",
    "1.299,00",
    "1.299",
    "1,299,00",
    "0,149",
    "1.",
    ".5",
  ])("such as %j stays unchanged, because its separators do not separate thousands", (text) => {
    expect(withoutSeparators(text)).toBe(text);
  });
});

test.each([
  ["50", 5000],
  [" $50.00 ", 5000],
  ["50,00", 5000],
  ["$ 0,05", 5],
  ["1,234", 123_400],
  ["1,234.50", 123_450],
  ["1.234,50", 123_450],
  ["1234,50", 123_450],
  ["50,0000", null],
  ["1,23,45", null],
  ["1.23,45", null],
  ["1.234", null],
  ["", null],
  ["abc", null],
])("An amount typed as %j is %s cents", (text, cents) => {
  expect(centsFromTyped(text)).toBe(cents);
});
