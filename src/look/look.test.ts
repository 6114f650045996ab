import { expect, test } from "vitest";
import { type LookRecord, look } from "#content/blocks/look.ts";
import { contrast } from "./colours/contrast.ts";
import { lookOf } from "./look.ts";
import { lookCss } from "./look-css.ts";

const seeded = { ...look.seed[0], _id: "look" } as LookRecord;

test("a site without the record looks like a new installation", () => {
  expect(lookCss(lookOf(undefined))).toBe(lookCss(lookOf(seeded)));
});

test("a site whose ground is dark is printed with dark text on white paper", () => {
  const dark = { ...seeded, ground: "#101010", surface: "#202020", ink: "#f0f0f0" };
  for (const scheme of ["Both", "Light", "Dark"] as const) {
    const shown = lookOf({ ...dark, scheme });
    expect(contrast(shown.printed.ink, "#ffffff")).toBeGreaterThan(4.5);
    const printed = /@media print\{:root\{([^}]*)\}/.exec(lookCss(shown))?.[1];
    expect(printed).toContain(`--ink:${shown.printed.ink};`);
    expect(printed).toContain("--ground:#ffffff;");
  }
});

test("a site that is always light or dark has no colours of the other scheme on screens", () => {
  const css = (scheme: "Both" | "Light" | "Dark") => lookCss(lookOf({ ...seeded, scheme }));
  expect(css("Both")).toContain("prefers-color-scheme:dark");
  expect(css("Light")).not.toContain("prefers-color-scheme");
  expect(css("Light")).toContain("color-scheme:light;");
  expect(css("Dark")).not.toContain("prefers-color-scheme");
  expect(css("Dark")).toContain("color-scheme:dark;");
});

test("an uploaded font is declared, and stands before the fonts of devices", () => {
  const css = lookCss(
    lookOf({ ...seeded, headingFont: "Uploaded", ownHeadingFont: "/fonts/0123456789abcdef.woff2" }),
  );
  expect(css).toContain('src:url("/fonts/0123456789abcdef.woff2")');
  expect(css).toContain('--font-heading:"Own heading",');
  expect(lookCss(lookOf({ ...seeded, headingFont: "Uploaded" }))).not.toContain("@font-face");
});
