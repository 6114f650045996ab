import { expect, test } from "vitest";
import { outlinesOf } from "../look/typefaces/printed-fonts.ts";
import { typefaces } from "../look/typefaces/typefaces.ts";
import { letteringOf } from "./lettering.ts";

const place = { size: 50, x: 0, y: 0, fill: "#000000" };

test("breaks lines between words", () => {
  const { linesOf, outlineOf } = letteringOf();
  expect(linesOf("one two three", 50, 10_000)).toEqual(["one two three"]);
  expect(linesOf(" one  two\nthree ", 50, 1)).toEqual(["one", "two", "three"]);
  expect(outlineOf("  ", place)).toBe("");
});

test("every typeface draws its own Latin letters", async () => {
  const names = typefaces.map(({ name }) => name);
  const drawings = await Promise.all(
    names.map(async (name) => letteringOf(await outlinesOf(name)).outlineOf("Łódź, 290 €", place)),
  );
  expect(new Set(drawings).size).toBe(names.length);
  // A space has no outline.
  for (const drawing of drawings) expect(drawing.match(/<path /g)).toHaveLength(9);
});

test("letters that a typeface lacks have the height of its own", async () => {
  const { drawable, outlineOf } = letteringOf(await outlinesOf("Archivo"));
  expect(drawable("Αναζήτηση")).toBe("Αναζήτηση");
  expect(drawable("種")).toBe("");
  const scaleOf = (text: string) => /scale\(([\d.]+)/.exec(outlineOf(text, place))?.[1];
  expect(scaleOf("A")).toBe("0.05");
  expect(scaleOf("Α")).toBe("0.025");
});
