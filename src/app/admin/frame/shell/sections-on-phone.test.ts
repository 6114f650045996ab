import { expect, test } from "vitest";
import { sections, sectionsOnPhone } from "./admin-navigation.ts";

test("the bar of a phone has the usual sections, or for an accountant first the money", () => {
  const named = (labels: readonly string[]) =>
    sectionsOnPhone(sections.filter(({ label }) => labels.includes(label))).map(
      ({ label }) => label,
    );
  expect(named(sections.map(({ label }) => label))).toEqual([
    "Today",
    "Orders",
    "Messages",
    "Site",
  ]);
  expect(named(["Orders", "Payments"])).toEqual(["Payments", "Orders"]);
});
