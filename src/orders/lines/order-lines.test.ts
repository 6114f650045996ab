import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsOfCycle } from "#platform/cycle-prices.ts";
import { noOrderTax } from "#tax/order-tax.server.ts";
import { taxOn } from "#tax/tax-arithmetic.ts";
import {
  centsOf,
  cyclePricesOf,
  isReduction,
  type LineKind,
  lineKinds,
  linesOfCycle,
  type OrderLine,
  planLine,
  repeatingLines,
  sumOf,
  withReduction,
  withReductionsCut,
  withTax,
} from "./order-lines.ts";

const line = (kind: LineKind, unitCents: number, rest: Partial<OrderLine> = {}): OrderLine => ({
  kind,
  label: kind,
  quantity: 1,
  unitCents,
  repeats: false,
  addOnId: null,
  couponId: null,
  ...rest,
});
const plan = line("plan", 10_000, { repeats: true });

const anyLine = fc
  .record({
    kind: fc.constantFrom(...lineKinds),
    cents: fc.integer({ min: 0, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 20 }),
    repeats: fc.boolean(),
    cycles: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ kind, cents, cycles, ...rest }) => {
    const isTakenOff = kind === "discount" || kind === "coupon";
    const counts = isTakenOff && rest.repeats && cycles > 1 ? { cycles } : {};
    return line(kind, isTakenOff ? -cents : cents, { ...rest, ...counts });
  });

describe("The sum of lines", () => {
  test("multiplies each line by its quantity", () => {
    expect(centsOf(line("add-on", 2500, { quantity: 3 }))).toBe(7500);
    expect(sumOf([plan, line("add-on", 2500, { quantity: 3 }), line("coupon", -500)])).toBe(17_000);
  });

  test("is never less than nothing", () => {
    expect(sumOf([plan, line("discount", -12_000)])).toBe(0);
  });

  test("is that of the amounts shown once reductions are cut, in each cycle", () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), (lines) => {
        const cut = withReductionsCut(lines);
        const shown = (some: readonly OrderLine[]) =>
          some.reduce((cents, each) => cents + centsOf(each), 0);
        const prices = cyclePricesOf(cut);
        for (const number of [1, 2, 3, 4, 5, 6, 7]) {
          const ofCycle = linesOfCycle(cut, number);
          expect(shown(ofCycle)).toBe(sumOf(ofCycle));
          expect(centsOfCycle(prices, number)).toBe(sumOf(ofCycle));
        }
        expect(repeatingLines(cut)).toEqual(linesOfCycle(cut, 7));
        expect(cut.filter((each) => !isReduction(each))).toEqual(
          lines.filter((each) => !isReduction(each)),
        );
        expect(cut).toHaveLength(lines.length);
      }),
    );
  });
});

describe("A reduction", () => {
  test("takes no more than the sum", () => {
    expect(withReduction([plan], line("coupon", -15_000)).at(-1)?.unitCents).toBe(-10_000);
    expect(withReduction([plan], line("coupon", -1500)).at(-1)?.unitCents).toBe(-1500);
  });

  test("of each cycle takes no more than what each cycle costs", () => {
    const lines = [plan, line("add-on", 5000)];
    const reduced = withReduction(lines, line("coupon", -12_000, { repeats: true }));
    expect(reduced.at(-1)?.unitCents).toBe(-10_000);
  });

  test("of a price of nothing is nothing, and not less than nothing", () => {
    const reduced = withReduction([line("plan", 0)], line("coupon", -500));
    expect(Object.is(reduced.at(-1)?.unitCents, 0)).toBe(true);
  });
});

test("A plan that is charged again and again is part of each cycle", () => {
  const order = { packageName: "Premium", priceCents: 49_900 } as const;
  expect(planLine({ ...order, charged: "monthly" })).toEqual({
    ...line("plan", 49_900),
    label: "Premium",
    repeats: true,
  });
  expect(planLine({ ...order, charged: "once" }).repeats).toBe(false);
});

describe("Tax on top", () => {
  const tax = { ...noOrderTax, category: "S", ratePercent: 20, place: "on top" } as const;
  const added = (lines: readonly OrderLine[]) =>
    withTax(lines, tax)
      .filter(({ kind }) => kind === "tax")
      .map(({ unitCents, repeats, cycles }) => [unitCents, repeats, cycles]);

  test("is a line of each cycle, and lines for what the first cycles have more or less", () => {
    const coupon = line("coupon", -1000, { repeats: true, cycles: 3 });
    expect(added([plan])).toEqual([[2000, true, undefined]]);
    expect(added([plan, line("add-on", 5000)])).toEqual([
      [2000, true, undefined],
      [1000, false, undefined],
    ]);
    expect(added([plan, coupon])).toEqual([
      [2000, true, undefined],
      [-200, true, 3],
    ]);
    expect(added([line("plan", 10_000), line("discount", -10_000)])).toEqual([]);
  });

  test("is none for another treatment, and none inside the price", () => {
    expect(withTax([plan], undefined)).toEqual([plan]);
    expect(withTax([plan], { ...tax, place: "inside" })).toEqual([plan]);
    expect(withTax([plan], { ...tax, category: "AE" })).toEqual([plan]);
  });

  test("makes each cycle cost its net sum with the tax of that sum", () => {
    const some = fc.array(
      anyLine.filter(({ kind }) => kind !== "tax"),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 3000 }), (lines, hundredths) => {
        const ratePercent = hundredths / 100;
        const net = withReductionsCut(lines.filter(({ unitCents }) => unitCents !== 0));
        const gross = withTax(net, { ...tax, ratePercent });
        for (const number of [1, 2, 3, 5, 13, 100]) {
          const cents = sumOf(linesOfCycle(net, number));
          const due = cents + taxOn(cents, ratePercent);
          expect(sumOf(linesOfCycle(gross, number))).toBe(due);
          expect(centsOfCycle(cyclePricesOf(gross), number)).toBe(due);
        }
      }),
    );
  });
});
