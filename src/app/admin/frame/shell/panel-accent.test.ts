import { expect, test } from "vitest";
import { type LookRecord, look as lookBlock } from "#content/blocks/look.ts";
import { contrast } from "#look/colours/contrast.ts";
import { lookOf } from "#look/look.ts";
import { adminThemeOf, adminVariables } from "./admin-theme.ts";
import { panelAccent } from "./panel-accent.server.ts";

const [seed] = lookBlock.seed;
const accentOf = (values: Partial<LookRecord>) =>
  panelAccent(lookOf({ _id: "1", ...seed, ...values } as LookRecord));

test("the panel of a new installation has the green of the field, and its titles in Fraunces", () => {
  const accent = accentOf({});
  expect(accent.shades[7]).toBe("#2f5a36");
  expect(accent.headings).toMatch(/^"Fraunces", "Fraunces as Georgia"/);
  expect(accent.faces).toBe("");
  expect(accent.fontFiles).toEqual([expect.stringMatching(/fraunces.*\.woff2$/)]);
});

test.each([
  ["Studio", { design: "Studio" }],
  ["a neon brand", { brand: "#d4ff00" }],
  ["a white brand", { design: "Print", brand: "#ffffff" }],
] as [string, Partial<LookRecord>][])(
  "the panel takes its accent from the look, and can be read: %s",
  (_, values) => {
    const accent = accentOf(values);
    const theme = adminThemeOf(accent);
    expect(theme.colors?.brand).toEqual(accent.shades);
    expect(accent.shades).not.toContain("#2f5a36");
    expect(contrast(accent.shades[7], "#fbf7ec")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(accent.shades[3], "#1c211b")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(accent.shades[7], "#fffdf6")).toBeGreaterThanOrEqual(4.5);
  },
);

test("the titles of the panel are in the typeface of headings, or in that of all other text", () => {
  const studio = accentOf({ design: "Studio" });
  expect(studio.headings).toMatch(/^"Archivo"/);
  expect(studio.fontFiles).toEqual([expect.stringMatching(/archivo.*\.woff2$/)]);
  for (const headingFont of ["Device", "Uploaded"] as const) {
    const accent = accentOf({ headingFont, ownHeadingFont: "/fonts/0123456789abcdef.woff2" });
    expect(accent).toMatchObject({ headings: "", faces: "", fontFiles: [] });
    const { headings } = adminThemeOf(accent).other ?? {};
    expect(headings).toMatch(/^-apple-system/);
    expect(adminVariables({ other: { headings }, colors: {} } as never).variables).toEqual({
      "--font-heading": headings,
    });
  }
});
