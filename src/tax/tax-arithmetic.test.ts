import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitInside, taxOn } from "./tax-arithmetic.ts";

const anyCents = fc.integer({ min: 0, max: 1_000_000_000 });
/** 0.01 % to 100 %. */
const anyRate = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);

describe("A price with tax inside", () => {
  test.each([
    [14_900, 20, { netCents: 12_417, taxCents: 2483, roundingCents: 0 }],
    [14_900, 19, { netCents: 12_521, taxCents: 2379, roundingCents: 0 }],
    [14_900, 8.1, { netCents: 13_784, taxCents: 1117, roundingCents: -1 }],
    // 0.02 at 20 % is 0.02, and 0.03 is 0.04.
    [3, 20, { netCents: 3, taxCents: 1, roundingCents: -1 }],
    [0, 20, { netCents: 0, taxCents: 0, roundingCents: 0 }],
  ])("of %i cents at %f %% is split", (cents, rate, split) => {
    expect(splitInside(cents, rate)).toEqual(split);
  });

  test("adds up, with the tax of the net amount and at most one cent of rounding", () => {
    fc.assert(
      fc.property(anyCents, anyRate, (cents, rate) => {
        const { netCents, taxCents, roundingCents } = splitInside(cents, rate);
        expect(netCents + taxCents + roundingCents).toBe(cents);
        expect(taxCents).toBe(taxOn(netCents, rate));
        expect(Math.abs(roundingCents)).toBeLessThanOrEqual(1);
        expect(netCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("of a net amount with its tax has no rounding", () => {
    fc.assert(
      fc.property(anyCents, anyRate, (netCents, rate) => {
        const { roundingCents } = splitInside(netCents + taxOn(netCents, rate), rate);
        expect(roundingCents).toBe(0);
      }),
    );
  });
});

test("Tax is rounded half up", () => {
  expect(taxOn(50, 1)).toBe(1);
  expect(taxOn(49, 1)).toBe(0);
  expect(taxOn(13_784, 8.1)).toBe(1117);
});
