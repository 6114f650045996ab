import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const names = ["h1", "h2", "h3", "h4", "h5", "h6"];

export const headingOrder = defineCheck({
  id: "heading-order",
  family: "understood",
  question: "Do the headings go down step by step?",
  counted: "Pages with headings in the wrong order",
  why: "Headings are the outline of the page. A skipped level hides which part belongs to which.",
  fix: "Choose headings by level, not by size: after <h2> comes <h3>, not <h4>.",
  weight: 2,
  weightReason: "It matters more to people with screen readers than to search engines.",
  fixedByPlan: true,
  good: [
    { title: "goes back up", change: inHtml("<h2>Where", "<h3>Rye</h3><h4>Light</h4><h2>Where") },
  ],
  bad: [{ title: "leaves a step out", change: inHtml("<h2>Where", "<h4>Rye</h4><h2>Where") }],
  run({ page }) {
    const headings = names
      .flatMap((name, nth) => page.all(name).map((element) => ({ element, level: nth + 1 })))
      .filter(({ element }) => !element.isInert)
      .sort((one, other) => one.element.order - other.element.order);
    const skipping = headings.filter(
      ({ level }, nth) => level > (headings[nth - 1]?.level ?? 0) + 1,
    );
    if (skipping.length === 0) return sound;
    return found(
      "Your headings leave out a level.",
      skipping.map(({ element }) => ({
        ...element.place,
        snippet: `${element.place.snippet}${element.text()}`,
      })),
    );
  },
});
