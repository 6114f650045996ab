import { defineCheck, found, sound } from "#check/engine/check.ts";
import { structuredDataOf } from "#check/engine/structured-data.ts";
import { inHtml } from "#check/samples/sample-site.ts";

export const structuredData = defineCheck({
  id: "structured-data",
  family: "understood",
  question: "Can the structured data be read?",
  counted: "Pages with unreadable structured data",
  why: "Structured data tells search engines name, address and offers in their own language. With one wrong comma, none of it counts.",
  fix: "Correct the JSON in the script.",
  weight: 5,
  weightReason: "All the effort is lost, and nothing on the page shows it.",
  fixedByPlan: true,
  good: [{ title: "has none", change: inHtml("application/ld+json", "application/json") }],
  bad: [{ title: "has a comma too many", change: inHtml('"Malmö"}}', '"Malmö",}}') }],
  run({ page }) {
    const { unreadable } = structuredDataOf(page);
    if (unreadable.length === 0) return sound;
    return found(
      "Your structured data has a fault, so it does not count.",
      unreadable.map(({ reason, place }) => ({
        ...place,
        snippet: reason,
      })),
    );
  },
});
