import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { designs } from "../designs.ts";
import { type Palette, type Token, tokens } from "../palette.ts";
import type { Roles, Scheme } from "../roles.ts";
import { contrast, worstContrast } from "./contrast.ts";
import { adjustments, darkRoles, paletteOf, printedPalette } from "./derive.ts";
import { grounds, pairs } from "./pairs.ts";
import { distance, luminance, shadeOf } from "./shades.ts";

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);
const difficult = fc.constantFrom("#000000", "#ffffff", "#808080", "#ffff00", "#00ff00", "#ff00ff");
const colour = fc.oneof({ weight: 3, arbitrary: colours }, { weight: 1, arbitrary: difficult });
const anyRoles: fc.Arbitrary<Roles> = fc.record({
  ground: colour,
  surface: colour,
  ink: colour,
  brand: colour,
  accent: colour,
  danger: colour,
});
const schemes = ["light", "dark"] as const satisfies readonly Scheme[];

const all = (one: string): Roles => ({
  ground: one,
  surface: one,
  ink: one,
  brand: one,
  accent: one,
  danger: one,
});

const field = designs.Field.roles.light;

function failingIn(palette: Palette): readonly string[] {
  return pairs
    .filter(({ front, back, ratio }) => contrast(palette[front], palette[back]) < ratio)
    .map(({ front, back, ratio }) => {
      const has = contrast(palette[front], palette[back]).toFixed(2);
      return `${front} ${palette[front]} on ${back} ${palette[back]} has ${has}, not ${ratio}`;
    });
}

const worstOnGrounds = (palette: Palette, token: Token) =>
  worstContrast(
    palette[token],
    grounds.map((ground) => palette[ground]),
  );

describe("The palette of any six colours", () => {
  test("can be read everywhere, in both schemes, on cards of paper and without", () => {
    fc.assert(
      fc.property(anyRoles, fc.constantFrom("paper", "surface"), (roles, cards) => {
        for (const scheme of schemes) {
          const palette = paletteOf(roles, scheme, cards);
          expect(Object.keys(palette).sort()).toEqual([...tokens].sort());
          expect(Object.values(palette).filter((value) => !/^#[0-9a-f]{6}$/.test(value))).toEqual(
            [],
          );
          expect(failingIn(palette)).toEqual([]);
        }
        expect(failingIn(paletteOf(darkRoles(roles), "dark", cards))).toEqual([]);
        expect(failingIn(printedPalette(roles))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test.each(["#000000", "#ffffff", "#808080", "#777777", "#ffff00", "#00ffff", "#ff0000"])(
    "can be read if all are %s",
    (one) => {
      for (const scheme of schemes) expect(failingIn(paletteOf(all(one), scheme))).toEqual([]);
      expect(failingIn(paletteOf(darkRoles(all(one)), "dark"))).toEqual([]);
    },
  );

  test("is always the same", () => {
    expect(paletteOf(field, "light")).toEqual(paletteOf({ ...field }, "light"));
  });
});

describe("The palette of Field's colours", () => {
  test.each([
    // Field has an orange text beside its yellow, and a mild green beside its dark one.
    { scheme: "light", free: {} },
    { scheme: "dark", free: { "accent-text": 0.09, "card-brand": 0.09 } },
  ] as const)("looks like the one that was made by hand, $scheme", ({ scheme, free }) => {
    const { roles, palettes } = designs.Field;
    const derived = paletteOf(roles[scheme], scheme);
    const limits: Partial<Palette> | Record<string, number> = free;
    const different = tokens
      .map((token) => ({ token, by: distance(derived[token], palettes[scheme][token]) }))
      .filter(({ token, by }) => by > Number(limits[token] ?? 0.045));
    expect(different).toEqual([]);
  });

  test("keeps the owner's colours where they pass", () => {
    const palette = paletteOf(field, "light");
    expect(palette).toMatchObject({ ...field, band: field.brand });
  });
});

describe("A colour of the owner", () => {
  test("stays as band where it cannot be read as text", () => {
    const palette = paletteOf({ ...field, brand: "#ffd400" }, "light");
    expect(palette.band).toBe("#ffd400");
    expect(palette.brand).not.toBe("#ffd400");
    expect(contrast(palette["on-band"], "#ffd400")).toBeGreaterThan(4.5);
  });

  test("stays as decoration where it cannot be read on the band", () => {
    const palette = paletteOf({ ...field, accent: "#2f5a36" }, "light");
    expect(palette.accent).toBe("#2f5a36");
    expect(palette["band-accent"]).not.toBe("#2f5a36");
  });

  test("stays as ground if texts have room on it", () => {
    for (const ground of ["#ffffff", "#000000", "#ffff00", "#0b1020"]) {
      expect(paletteOf({ ...field, ground }, "light").ground).toBe(ground);
    }
    expect(paletteOf({ ...field, ground: "#808080" }, "light").ground).not.toBe("#808080");
  });

  test("becomes a comfortable ink, if it cannot be read on the ground", () => {
    for (const ground of ["#000000", "#ffffff", "#101828"]) {
      const ink = ground === "#ffffff" ? "#f4f4f4" : "#161616";
      const palette = paletteOf({ ...field, ground, surface: ground, ink }, "light");
      expect(worstOnGrounds(palette, "ink"), ground).toBeGreaterThanOrEqual(12.9);
      expect(worstOnGrounds(palette, "ink-soft"), ground).toBeGreaterThanOrEqual(6);
    }
  });

  test("becomes brown rather than olive as text, if it is yellow", () => {
    const text = shadeOf(paletteOf({ ...field, accent: "#f5d000" }, "light")["accent-text"]);
    expect(text.h).toBeLessThan(60);
  });

  test("has a surface beside the ground, if one is light and the other dark", () => {
    const palette = paletteOf({ ...field, ground: "#ffffff", surface: "#101010" }, "light");
    expect(shadeOf(palette.surface).l).toBeGreaterThan(0.9);
  });
});

describe("What the panel says about the colours", () => {
  test("is nothing about colours that are used everywhere as they are", () => {
    expect(adjustments(designs.Field.roles.dark, "dark")).toEqual([]);
  });

  test("names each colour that fails, with its contrast and the colour in its place", () => {
    const found = adjustments({ ...field, brand: "#ffd400", accent: "#a3421b" }, "light");
    expect(found.map(({ role, given }) => ({ role, given }))).toEqual([
      { role: "brand", given: "#ffd400" },
    ]);
    const [brand] = found;
    expect(brand?.used).toBe(paletteOf({ ...field, brand: "#ffd400" }, "light").brand);
    expect(brand?.ratio).toBeLessThan(1.5);
    expect(brand?.apca).toBeLessThan(30);
    expect(brand?.usedRatio).toBeGreaterThanOrEqual(4.5);
    expect(brand?.usedApca).toBeGreaterThan(55);
  });

  test("names a ground without room for texts", () => {
    const [ground] = adjustments({ ...field, ground: "#808080" }, "light");
    expect(ground?.role).toBe("ground");
    expect(ground?.usedRatio).toBeGreaterThan(ground?.ratio ?? 0);
  });
});

describe("The dark colours of light ones", () => {
  test("are like those of Field that were made by hand", () => {
    const dark = darkRoles(field);
    for (const [role, made] of Object.entries(designs.Field.roles.dark)) {
      expect(distance(dark[role as keyof Roles], made), role).toBeLessThan(0.045);
    }
  });

  test("are dark for any light colours", () => {
    fc.assert(
      fc.property(anyRoles, (roles) => {
        const palette = paletteOf(darkRoles(roles), "dark");
        expect(luminance(palette.ground)).toBeLessThan(0.11);
        expect(luminance(palette.ink)).toBeGreaterThan(0.17);
      }),
      { numRuns: 100 },
    );
  });

  test("are the same for a site that is dark in both schemes", () => {
    const night = { ...field, ground: "#101418", surface: "#1a2026", ink: "#eef0f2" };
    expect(darkRoles(night)).toBe(night);
    expect(shadeOf(paletteOf(night, "light").ink).l).toBeGreaterThan(0.9);
  });

  test("make a black brand white", () => {
    expect(shadeOf(darkRoles({ ...field, brand: "#000000" }).brand).l).toBeGreaterThan(0.85);
  });
});

test("A site that is always dark is printed on white with dark ink", () => {
  const night = { ...field, ground: "#101418", surface: "#1a2026", ink: "#eef0f2" };
  const palette = printedPalette(night);
  expect(palette.ground).toBe("#ffffff");
  expect(shadeOf(palette.ink).l).toBeLessThan(0.3);
});
