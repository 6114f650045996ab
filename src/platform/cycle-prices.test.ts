import fc from "fast-check";
import { expect, test } from "vitest";
import { centsOfCycle, firstPrices, lowestCents } from "./cycle-prices.ts";

const prices = fc.record({
  priceCents: fc.integer({ min: 0, max: 100_000 }),
  onceCents: fc.integer({ min: 0, max: 20_000 }),
  reductions: fc.array(
    fc.record({
      cents: fc.integer({ min: 0, max: 60_000 }),
      cycles: fc.integer({ min: 1, max: 24 }),
    }),
    { maxLength: 3 },
  ),
});

test("The prices of the first cycles, written out, are those of each cycle", () => {
  fc.assert(
    fc.property(prices, (given) => {
      const each = firstPrices(given).flatMap(({ cycles, priceCents }) =>
        Array<number>(cycles).fill(priceCents),
      );
      const written = (number: number) => each[number - 1] ?? given.priceCents;
      const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
      expect(numbers.map(written)).toEqual(numbers.map((number) => centsOfCycle(given, number)));
      expect(lowestCents(given)).toBe(Math.min(...numbers.map(written)));
    }),
  );
});

test("Neighbours of one price are one step, and a price like the later ones is none", () => {
  const reductions = [{ cents: 2980, cycles: 3 }];
  expect(firstPrices({ priceCents: 14_900, reductions })).toEqual([
    { priceCents: 11_920, cycles: 3 },
  ]);
  expect(firstPrices({ priceCents: 14_900, onceCents: 2980, reductions })).toEqual([
    { priceCents: 14_900, cycles: 1 },
    { priceCents: 11_920, cycles: 2 },
  ]);
  expect(firstPrices({ priceCents: 14_900, reductions: [] })).toEqual([]);
  expect(
    firstPrices({ priceCents: 900, onceCents: 50, reductions: [{ cents: 50, cycles: 1 }] }),
  ).toEqual([]);
});
