import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast } from "./contrast.ts";
import { panelShades } from "./panel-shades.ts";
import { shadeOf } from "./shades.ts";

const colour = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, "0")}`),
  fc.constantFrom("#000000", "#ffffff", "#ffff00", "#00ff00", "#0000ff", "#808080"),
);

describe("The panel's shades of a brand", () => {
  test("are those of Field for its green", () => {
    expect(panelShades("#2f5a36")).toEqual([
      "#eef5ee",
      "#dde9de",
      "#b9d2bc",
      "#92ba97",
      "#71a677",
      "#5c9963",
      "#468150",
      "#2f5a36",
      "#28502f",
      "#1d4425",
    ]);
  });

  test("can be read as buttons and texts in both schemes, for any brand", () => {
    fc.assert(
      fc.property(colour, (brand) => {
        const shades = panelShades(brand);
        expect(shades).toHaveLength(10);
        for (const ground of ["#fffdf6", "#fbf7ec", "#f4eddc", shades[0]]) {
          expect(contrast(shades[7], ground)).toBeGreaterThanOrEqual(4.5);
        }
        for (const ground of ["#1c211b", "#232921"]) {
          expect(contrast(shades[3], ground)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(shades[6], "#fffdf6")).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 300 },
    );
  });

  test("become darker from first to last, for any brand", () => {
    fc.assert(
      fc.property(colour, (brand) => {
        const lightness = panelShades(brand).map((shade) => shadeOf(shade).l);
        for (const [index, l] of lightness.entries()) {
          expect(l).toBeLessThanOrEqual((lightness[index - 1] ?? 1) + 0.002);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("have the brand as the filled button if it passes", () => {
    expect(panelShades("#2438d6")[7]).toBe("#2438d6");
    expect(panelShades("#ffd400")[7]).not.toBe("#ffd400");
  });

  test("of a black brand are grey", () => {
    for (const shade of panelShades("#000000")) expect(shadeOf(shade).c).toBeLessThan(0.005);
  });
});
