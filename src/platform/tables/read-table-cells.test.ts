import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalSignOf, isEmptyCell, numberIn, unclearNumberIn } from "./read-table-cells.ts";

describe("A number in a cell", () => {
  test.each([
    ["1,234", "point", 1234],
    ["1.234", "comma", 1234],
    ["1 234", "comma", 1234],
    ["1\u00a0234,5", "comma", 1234.5],
    ["1\u202f234", "comma", 1234],
    ["1\u2009234", "comma", 1234],
    ["1'234.5", "point", 1234.5],
    ["1’234", "point", 1234],
    ["12,34,567", "point", 1234567],
    ["12,5 %", "comma", 12.5],
    ["%12,5", "comma", 12.5],
    ["3.4%", "point", 3.4],
    ["(123)", "point", -123],
    ["-5", "point", -5],
    ["−5", "point", -5],
    ["+5", "point", 5],
    ["١٬٢٣٤٫٥", "point", 1234.5],
    ["۱۲", "point", 12],
    ["１２", "point", 12],
    ["€ 12,50", "comma", 12.5],
    ["1.200,50 €", "comma", 1200.5],
    ["-$3.40", "point", -3.4],
    ["USD 3.40", "point", 3.4],
  ] as const)("%s with a decimal %s is %d", (cell, sign, number) => {
    expect(numberIn(cell, sign)).toBe(number);
  });

  test.each([
    ["12 34", "point"],
    ["1,2", "point"],
    ["1.2.3", "comma"],
    ["ABC123", "point"],
    ["plum", "point"],
    ["1e9", "point"],
    ["(not set)", "point"],
  ] as const)("is not read from %s with a decimal %s", (cell, sign) => {
    expect(numberIn(cell, sign)).toBeNull();
  });

  test.each(["", " ", "-", "–", "—", "--", "n/a", "N/A", "null", "n. a.", "k. A."])(
    "is left out in %j",
    (cell) => {
      expect(isEmptyCell(cell)).toBe(true);
    },
  );

  test("has its value in every notation, decided by its whole column", () => {
    const notation = fc.constantFrom(
      ...([
        [",", ".", "point"],
        ["", ".", "point"],
        ["'", ".", "point"],
        ["’", ".", "point"],
        [".", ",", "comma"],
        [" ", ",", "comma"],
        ["\u00a0", ",", "comma"],
        ["\u202f", ",", "comma"],
        ["\u2009", ",", "comma"],
      ] as const),
    );
    const number = fc.record({ whole: fc.nat(99_999_999), hundredths: fc.nat(99) });
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1 }),
        notation,
        fc.constantFrom("", " %", "%"),
        (numbers, [group, mark, sign], unit) => {
          const cells = numbers.map(({ whole, hundredths }) => {
            const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, group);
            return `${grouped}${mark}${String(hundredths).padStart(2, "0")}${unit}`;
          });
          expect(decimalSignOf(cells)).toBe(sign);
          expect(cells.map((cell) => numberIn(cell, sign))).toEqual(
            numbers.map(({ whole, hundredths }) => (whole * 100 + hundredths) / 100),
          );
        },
      ),
    );
  });

  test("like 1,234 is unclear only when no other number shows the decimal sign", () => {
    expect([decimalSignOf(["1.234", "7"]), unclearNumberIn(["1.234", "7"])]).toEqual([
      "comma",
      "1.234",
    ]);
    expect([decimalSignOf(["1.234", "7.5"]), unclearNumberIn(["1.234", "7.5"])]).toEqual([
      "point",
      undefined,
    ]);
    expect([decimalSignOf(["1,234", "1,234,567"]), unclearNumberIn(["1,234,567"])]).toEqual([
      "point",
      undefined,
    ]);
  });
});
