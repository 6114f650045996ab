import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { typefaceNames } from "#content/blocks/look.ts";
import { headingStack, textFontNames, textStack } from "#look/typefaces/typefaces.ts";

const styles = new URL("../ui/styles/", import.meta.url);

function sheetsFor(name: string, use: "heading" | "text"): readonly URL[] {
  if (name === "Fraunces") return [new URL("fraunces.css", styles), new URL("fonts.css", styles)];
  const folder = name.toLowerCase().replaceAll(" ", "-");
  const file = use === "text" ? `${folder}-text.css` : `${folder}.css`;
  return [new URL(`typefaces/${file}`, styles)];
}

const cuts = [
  ...typefaceNames.map((name) => [name, "heading", headingStack(name)] as const),
  ...textFontNames
    .filter((name) => name !== "Device")
    .map((name) => [name, "text", textStack(name)] as const),
];

test.each(cuts)(
  "the sheets of %s for its %s have a face for each family of its stack",
  async (name, use, stack) => {
    const sheets = sheetsFor(name, use);
    const css = (await Promise.all(sheets.map((sheet) => readFile(sheet, "utf8")))).join("");
    const declared = [...css.matchAll(/font-family: "(.*?)"/g)].map(([, family]) => family);
    const quoted = [...stack.matchAll(/"(.*?)"/g)].map(([, family]) => family);
    expect([...new Set(declared)]).toEqual(quoted);
    for (const [, file = ""] of css.matchAll(/url\("(.*?)"\)/g)) {
      expect(existsSync(new URL(file, sheets[0])), file).toBe(true);
    }
  },
);
