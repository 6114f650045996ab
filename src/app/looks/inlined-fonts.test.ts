import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { typefaceNames } from "#content/blocks/look.ts";
import { fontsOfFirstView, withData } from "./inlined-fonts.server.ts";
import { fontsOf } from "./typeface-sheets.ts";

const others = typefaceNames.filter((name) => name !== "Fraunces");

test.each(others)("a sheet of %s contains the file of its headings", async (name) => {
  const folder = name.toLowerCase().replaceAll(" ", "-");
  const file = `../../fonts/${folder}/${folder}.woff2`;
  const css = await readFile(
    new URL(`../ui/styles/typefaces/${folder}.css`, import.meta.url),
    "utf8",
  );
  const text = withData(css, file, "data:font/woff2;base64,AAAA");
  const blocking = text.match(/font-display:\s*block;\s*src:\s*url\("data:[^)]*\)/g);
  expect(blocking).toHaveLength(1);
  // The file for the next page.
  expect(text).toContain(`@font-face{font-family:later;src:url(${file})}`);
  const facesOf = (sheet: string) => sheet.match(/@font-face/g)?.length ?? 0;
  expect(facesOf(text)).toBe(facesOf(css) + 1);
  expect(text.match(/font-display/g)).toEqual(css.match(/font-display/g));
});

test("the landing page keeps other fonts as they are", () => {
  for (const headingFont of [
    { name: "Fraunces" },
    { name: "Device" },
    { address: "/fonts/0123456789abcdef.woff2" },
  ] as const) {
    const fonts = { headingFont, textFont: { name: "Device" } } as const;
    expect(fontsOfFirstView(fonts)).toEqual(fontsOf(fonts, true));
  }
});
