import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differenceOf, readNumber, shownNumber } from "./read-number.ts";

describe("A typed number", () => {
  test.each([
    ["1200", "1200"],
    ["3.5", "3.5"],
    ["3,5", "3.5"],
    ["0,125", "0.125"],
    ["1,200.5", "1200.5"],
    ["1.200,5", "1200.5"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1.234.567,89", "1234567.89"],
    ["1 200", "1200"],
    ["1\u202f200,50", "1200.5"],
    ["1’200.5", "1200.5"],
    ["1 234,567", "1234.567"],
    ["12345.678", "12345.678"],
    [" -7 ", "-7"],
    ["−7,25", "-7.25"],
    ["-0", "0"],
    ["007", "7"],
  ])("%s is read as %s", (typed, value) => {
    expect(readNumber(typed)).toEqual({ value });
  });

  test.each([
    ["1,234", "“1,234” can be 1234 or 1.234. Write 1234, or fewer or more decimals."],
    ["12.345", "“12.345” can be 12345 or 12.345. Write 12345, or fewer or more decimals."],
    ["many", "“many” is not a number. Write it as 1200 or 3.5."],
    ["1,2.3,4", "“1,2.3,4” is not a number. Write it as 1200 or 3.5."],
    ["1.2.3", "“1.2.3” is not a number. Write it as 1200 or 3.5."],
    ["12 34", "“12 34” is not a number. Write it as 1200 or 3.5."],
    ["1e9", "“1e9” is not a number. Write it as 1200 or 3.5."],
    ["1234567890123", "A number has at most 12 digits before and 6 after the decimal sign."],
  ])("%s is refused: %s", (typed, mistake) => {
    expect(readNumber(typed)).toEqual({ mistake });
  });

  const numbers = fc.record({
    isNegative: fc.boolean(),
    whole: fc.nat(999_999_999),
    decimals: fc.nat(999_999).map((decimals) => String(decimals).padStart(6, "0")),
  });

  test("with thousands separators and a decimal sign has the same value in every notation", () => {
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom([",", "."], [".", ","], [" ", ","], ["\u202f", ","], ["’", "."]),
        ({ isNegative, whole, decimals }, [group = "", mark = ""]) => {
          const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, group);
          const typed = `${isNegative ? "-" : ""}${grouped}${mark}${decimals}`;
          const read = readNumber(typed);
          const value = "value" in read ? Number(read.value) : Number.NaN;
          expect(value).toBe(Number(`${isNegative ? "-" : ""}${whole}.${decimals}`) + 0);
        },
      ),
    );
  });

  test("is shown with the digits that are stored", () => {
    fc.assert(
      fc.property(numbers, ({ isNegative, whole, decimals }) => {
        const read = readNumber(`${isNegative ? "-" : ""}${whole}.${decimals}1`.slice(0, 16));
        const value = "value" in read ? read.value : "";
        expect(shownNumber(value).replaceAll(",", "").replace("−", "-")).toBe(value);
      }),
    );
  });

  test("has an exact difference from an earlier number", () => {
    expect(differenceOf("0.3", "0.1")).toBe("0.2");
    expect(differenceOf("1200", "1350.5")).toBe("-150.5");
    expect(differenceOf("5", "5")).toBe("0");
    expect(differenceOf("-1", "1.25")).toBe("-2.25");
    expect(shownNumber("-1234567.5")).toBe("−1,234,567.5");
  });
});
