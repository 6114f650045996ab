import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apca, contrast, nearestPassing, worstContrast } from "./contrast.ts";
import { distance, shadeOf } from "./shades.ts";

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);

describe("The contrast of two colours", () => {
  test("is that of WCAG 2.2", () => {
    expect(contrast("#000000", "#ffffff")).toBe(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
    expect(contrast("#2f5a36", "#f7f0e1")).toBe(contrast("#f7f0e1", "#2f5a36"));
  });

  // The values that the authors of APCA publish to test an implementation.
  test.each([
    ["#888888", "#ffffff", 63.056469930209424],
    ["#ffffff", "#888888", -68.54146436644962],
    ["#000000", "#aaaaaa", 58.146262578561334],
    ["#aaaaaa", "#000000", -56.24113336839742],
    ["#112233", "#ddeeff", 91.66830811481631],
    ["#ddeeff", "#112233", -93.06770049484275],
    ["#112233", "#444444", 8.32326136957393],
    ["#444444", "#112233", -7.526878460278154],
    ["#808080", "#808080", 0],
  ])("is by APCA for %s on %s %f", (text, ground, expected) => {
    expect(apca(text, ground)).toBeCloseTo(expected, 1);
  });
});

describe("The nearest colour that passes", () => {
  test("is the colour itself if it passes", () => {
    expect(nearestPassing("#2f5a36", ["#f7f0e1", "#ffffff"], 4.5)).toBe("#2f5a36");
  });

  test("has the same hue and just enough contrast", () => {
    const passing = nearestPassing("#e2b13c", ["#ffffff"], 4.5);
    expect(contrast(passing, "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(passing, "#ffffff")).toBeLessThan(4.6);
    expect(Math.abs(shadeOf(passing).h - shadeOf("#e2b13c").h)).toBeLessThan(3);
  });

  test("is lighter on a dark ground", () => {
    const passing = nearestPassing("#2f5a36", ["#131812"], 4.5);
    expect(shadeOf(passing).l).toBeGreaterThan(shadeOf("#2f5a36").l);
    expect(contrast(passing, "#131812")).toBeLessThan(4.6);
  });

  test("goes the shorter way", () => {
    const ground = "#767676";
    expect(nearestPassing("#9a9a9a", [ground], 3.1)).toBe("#d6d6d6");
    expect(nearestPassing("#555555", [ground], 3.1)).toBe("#2b2b2b");
  });

  test("can be between two grounds", () => {
    const passing = nearestPassing("#fafafa", ["#000000", "#ffffff"], 4.5);
    expect(worstContrast(passing, ["#000000", "#ffffff"])).toBeGreaterThanOrEqual(4.5);
  });

  test("is black or white if none passes", () => {
    expect(nearestPassing("#808080", ["#808080"], 21)).toBe("#000000");
    expect(nearestPassing("#333333", ["#303030", "#505050"], 21)).toBe("#ffffff");
  });

  test("passes on any ground, and no colour of its way that is clearly nearer does", () => {
    fc.assert(
      fc.property(colours, colours, (colour, ground) => {
        const passing = nearestPassing(colour, [ground], 4.5);
        expect(contrast(passing, ground)).toBeGreaterThanOrEqual(4.5);
        if (passing !== colour) expect(distance(passing, colour)).toBeGreaterThan(0);
        if (passing !== colour && passing !== "#000000" && passing !== "#ffffff") {
          expect(contrast(passing, ground)).toBeLessThan(4.75);
        }
      }),
    );
  });
});
