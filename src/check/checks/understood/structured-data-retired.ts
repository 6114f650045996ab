import { defineCheck, sound, stated } from "#check/engine/check.ts";
import { structuredDataOf } from "#check/engine/structured-data.ts";
import { inHtml } from "#check/samples/sample-site.ts";

/** Types whose rich results Google has retired, with the month of the retirement. */
const retired = new Map<string, string>([
  ["FAQPage", "August 2023 for most sites"],
  ["HowTo", "September 2023"],
  ["SpecialAnnouncement", "June 2025"],
  ["ClaimReview", "June 2025"],
  ["EstimatedSalary", "June 2025"],
  ["LearningResource", "June 2025"],
  ["CourseInfo", "June 2025"],
]);

export const structuredDataRetired = defineCheck({
  id: "structured-data-retired",
  family: "understood",
  question: "Does Google still show the structured data?",
  counted: "Pages with retired structured data",
  why: "Google no longer shows extras for some types. They do no harm, but nobody should pay for adding them.",
  fix: "There is nothing to fix.",
  weight: 0,
  weightReason: "It neither helps nor harms.",
  fixedByPlan: false,
  good: [],
  bad: [
    {
      title: "has an FAQ page",
      change: inHtml(
        '{"@context":"https://schema.org","@type":"LocalBusiness"',
        '{"@context":"https://schema.org","@type":["LocalBusiness","FAQPage"]',
      ),
    },
  ],
  run({ page }) {
    const old = structuredDataOf(page).items.flatMap(({ types, place }) =>
      types.flatMap((type) => (retired.has(type) ? [{ type, place }] : [])),
    );
    const [first] = old;
    if (first === undefined) return sound;
    return stated(
      `Google has shown no extras for ${first.type} since ${retired.get(first.type)}.`,
      old.map(({ type, place }) => ({ ...place, snippet: type })),
    );
  },
});
