import { expect, test } from "vitest";
import { faultOfSections, type Section, sectionsText } from "#content/sections/section.ts";
import {
  duplicated,
  inserted,
  moved,
  newSectionId,
  removed,
  shownOrHidden,
  withValue,
} from "./section-edits.ts";

const section = (id: string): Section => ({ id, kind: "quote", values: { text: id } });
const page = ["a", "b", "c"].map(section);
const ids = (sections: readonly Section[]) => sections.map(({ id }) => id).join("");

test("a section is inserted at any place, and removed", () => {
  expect([0, 1, 3].map((index) => ids(inserted(page, index, section("x"))))).toEqual([
    "xabc",
    "axbc",
    "abcx",
  ]);
  expect(ids(removed(page, "b"))).toBe("ac");
});

test("a section is moved to any place, and never beyond the ends", () => {
  expect([-1, 0, 1, 2, 9].map((to) => ids(moved(page, "b", to)))).toEqual([
    "bac",
    "bac",
    "abc",
    "acb",
    "acb",
  ]);
  expect(moved(page, "a", 0)).toBe(page);
  expect(moved(page, "gone", 0)).toBe(page);
});

test("a copy follows its original, with the same texts and an id of its own", () => {
  const copied = duplicated(page, "a", "a2");
  expect(copied.map(({ id }) => id)).toEqual(["a", "a2", "b", "c"]);
  expect(copied[1]?.values).toEqual({ text: "a" });
});

test("a section is hidden and shown again without a trace, and typing changes one section only", () => {
  const hidden = shownOrHidden(page, "b", true);
  expect(hidden[1]).toEqual({ ...section("b"), isHidden: true });
  expect(shownOrHidden(hidden, "b", false)).toEqual(page);
  const typed = withValue(page, "c", "text", "Typed");
  expect(typed[2]?.values).toEqual({ text: "Typed" });
  expect([typed[0], typed[1]]).toEqual([page[0], page[1]]);
  expect(typed[0]).toBe(page[0]);
});

test("new ids are valid, and differ for sections of one kind", () => {
  const added = [newSectionId("quote"), newSectionId("quote"), newSectionId("textAndPicture")];
  expect(added[2]).toMatch(/^text-and-picture-/);
  expect(faultOfSections(sectionsText(added.map(section)))).toBeNull();
});
