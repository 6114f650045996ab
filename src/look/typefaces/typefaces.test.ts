import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  emailStack,
  headingStack,
  isTypeface,
  textFontNames,
  textStack,
  typefaces,
} from "./typefaces.ts";

const tokens = new URL("../../app/ui/styles/tokens.css", import.meta.url);

/** The stack in a custom property that the style sheet of all pages sets. */
async function stackIn(property: string): Promise<string | undefined> {
  const css = await readFile(tokens, "utf8");
  return new RegExp(`--${property}:([^;]*);`).exec(css)?.[1]?.trim().replaceAll(/\s+/g, " ");
}

test("a site that chose no typeface has the stacks of the style sheet", async () => {
  expect(headingStack("Fraunces")).toBe(await stackIn("font-heading"));
  expect(textStack("Device")).toBe(await stackIn("font-text"));
});

test("there are four typefaces with serifs and four without", () => {
  const kinds = Map.groupBy(typefaces, ({ kind }) => kind);
  expect(kinds.get("serif")).toHaveLength(4);
  expect(kinds.get("sans")).toHaveLength(4);
});

test("a stack names the cut, its adapted fallbacks and a generic family", () => {
  expect(headingStack("Archivo")).toBe(
    '"Archivo", "Archivo as Arial", "Archivo as Roboto", "Archivo as Noto Sans", ' +
      '"Archivo as DejaVu Sans", Arial, sans-serif',
  );
  expect(textStack("Source Serif 4")).toMatch(
    /^"Source Serif 4 Text", "Source Serif 4 Text as Georgia", .* Georgia, serif$/,
  );
});

test("a typeface for headings only leaves the text to the device", () => {
  expect(textFontNames).not.toContain("Fraunces");
  expect(textStack("Fraunces")).toBe(textStack("Device"));
});

test("stacks of emails fit into an attribute in double quotes", () => {
  for (const name of textFontNames) expect(emailStack(name)).not.toContain('"');
  expect(emailStack("Source Serif 4")).toBe("'Source Serif 4',Georgia,'Times New Roman',serif");
});

test("a name that an object inherits is no typeface", () => {
  expect(isTypeface("Inter")).toBe(true);
  expect(isTypeface("toString")).toBe(false);
});
