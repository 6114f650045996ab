import { expect, test } from "vitest";
import type { MenuPlace } from "#seo/menu.ts";
import { inOneRow } from "./site-header.tsx";

const entry = (label: string, count = 0): MenuPlace => ({
  id: label,
  label,
  href: "/",
  below: Array.from({ length: count }, (_, index) => ({ id: `${index}`, label: "A", href: "/" })),
});

const labels = (places: readonly MenuPlace[]) => places.map(({ label }) => label);

test("the header shows the entries that fit, and the others under “More”", () => {
  const seven = ["Home", "Services", "About Us", "Pricing", "Testimonial", "Contact Us"].map(
    (label) => entry(label),
  );
  expect(inOneRow([...seven, entry("Free check")]).more).toEqual([]);
  const { shown, more } = inOneRow([...seven, entry("Free check"), entry("Articles", 2)]);
  expect(labels(shown)).toEqual(labels(seven));
  expect(labels(more)).toEqual(["Free check", "Articles"]);
  const sixty = Array.from({ length: 60 }, (_, index) => entry(`Town number ${index}`, 1));
  const long = inOneRow(sixty);
  expect(long.shown).toHaveLength(4);
  expect(labels([...long.shown, ...long.more])).toEqual(labels(sixty));
});
