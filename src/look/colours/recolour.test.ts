import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { designs } from "../designs.ts";
import type { Palette } from "../palette.ts";
import { contrast } from "./contrast.ts";
import { pairs } from "./pairs.ts";
import { recoloured, rolesOf } from "./recolour.ts";

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);
const someRoles = fc.record(
  { ground: colour, surface: colour, ink: colour, brand: colour, accent: colour, danger: colour },
  { requiredKeys: [] },
);

const failingIn = (palette: Palette) =>
  pairs.filter(({ front, back, ratio }) => contrast(palette[front], palette[back]) < ratio);

describe("A design in other colours", () => {
  test("can be read, whichever colours the owner changes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(designs)), someRoles, someRoles, (...given) => {
        const [design, light, dark] = given;
        const palettes = recoloured(design, light, dark);
        expect(failingIn(palettes.light)).toEqual([]);
        expect(failingIn(palettes.dark)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test("is the design if none is changed", () => {
    for (const design of Object.values(designs)) {
      expect(recoloured(design, {}, {})).toEqual(design.palettes);
    }
  });

  test("keeps the colours that do not depend on a changed one", () => {
    const { light, dark } = recoloured(designs.Field, { danger: "#8a1040" }, {});
    expect(light).toEqual({ ...designs.Field.palettes.light, danger: "#8a1040" });
    const { danger, ...others } = designs.Field.palettes.dark;
    expect(dark).toMatchObject(others);
    expect(dark.danger).not.toBe(danger);
  });

  test("keeps what the design does differently", () => {
    const { light } = recoloured(designs.Print, { brand: "#0b4a8f" }, {});
    expect(light.focus).toBe(designs.Print.palettes.light.focus);
    expect(light["accent-text"]).toBe("#0b4a8f");
  });

  test("has the dark colours that the owner chose", () => {
    const { dark } = recoloured(designs.Studio, { brand: "#7a1fa2" }, { brand: "#e0b0ff" });
    expect(dark.brand).toBe("#e0b0ff");
  });
});

test("A dark colour that is not chosen follows from the light one", () => {
  const { dark } = rolesOf(designs.Field, { brand: "#7a1fa2" }, {});
  expect(dark.brand).not.toBe(designs.Field.roles.dark.brand);
  expect(dark.danger).toBe(designs.Field.roles.dark.danger);
});
