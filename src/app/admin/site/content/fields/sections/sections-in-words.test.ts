import { expect, test } from "vitest";
import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { listedSections } from "#content/sections/listed-sections.ts";
import { type Section, sectionsText } from "#content/sections/section.ts";
import { changesInWords } from "./sections-in-words.ts";

const originals = ["Banner", "Services", "Pricing", "Testimonials"].map((title) => ({
  id: title.toLowerCase(),
  title,
}));
const [banner, services, pricing, testimonials] = listedSections(originals, "") as [
  Section,
  Section,
  Section,
  Section,
];
const points = (id: string, heading: string): Section => ({
  id,
  kind: "points",
  values: { ...sectionKinds.get("points")?.example, heading },
});
const words = (before: readonly Section[], after: readonly Section[]) =>
  changesInWords(sectionsText(before), sectionsText(after), originals);

test("names what was hidden and moved, and nothing that stayed in its order", () => {
  const after = [banner, pricing, services, { ...testimonials, isHidden: true } as const];
  expect(words([], after)).toEqual(["Moved: Pricing, now 2 of 4", "Hidden: Testimonials"]);
  expect(words(after, [])).toEqual(["Moved: Services, now 2 of 4", "Shown: Testimonials"]);
});

test("names what was added, deleted and typed", () => {
  const list = [banner, services, pricing, testimonials];
  expect(words(list, [...list, points("points-1", "Four jobs")])).toEqual([
    "Added: Points, “Four jobs”",
  ]);
  expect(words([...list, points("points-1", "Four jobs")], list)).toEqual([
    "Deleted: Points, “Four jobs”",
  ]);
  expect(
    words([...list, points("points-1", "Four jobs")], [...list, points("points-1", "Five jobs")]),
  ).toEqual(["Points, “Five jobs”: Heading is “Five jobs”"]);
});

test("a section of a kind that is gone has a name too, and no change needs no word", () => {
  const gone: Section = { id: "old-1", kind: "carousel", values: { text: "Kept" } };
  expect(changesInWords("", sectionsText([gone]))).toEqual([
    "Added: carousel, “Section of an unknown kind”",
  ]);
  expect(changesInWords(sectionsText([gone]), sectionsText([gone]))).toEqual([]);
});
