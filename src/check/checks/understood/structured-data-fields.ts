import { defineCheck, found, sound } from "#check/engine/check.ts";
import { structuredDataOf } from "#check/engine/structured-data.ts";
import { inHtml } from "#check/samples/sample-site.ts";

/** Types for which Google shows rich results, with the properties that Google requires. */
const required = new Map<string, readonly string[]>([
  ["LocalBusiness", ["name", "address"]],
  ["Event", ["name", "startDate", "location"]],
  ["JobPosting", ["title", "description", "datePosted", "hiringOrganization"]],
  ["Recipe", ["name", "image"]],
  ["VideoObject", ["name", "thumbnailUrl", "uploadDate"]],
  ["BreadcrumbList", ["itemListElement"]],
  ["ProfilePage", ["mainEntity"]],
  ["SoftwareApplication", ["name"]],
  ["Course", ["name", "description"]],
  ["Dataset", ["name", "description"]],
]);

export const structuredDataFields = defineCheck({
  id: "structured-data-fields",
  family: "understood",
  question: "Is the structured data complete?",
  counted: "Pages with incomplete structured data",
  why: "Google shows extras such as times, prices or pictures only when all required fields are there.",
  fix: "Add the missing fields to the structured data.",
  weight: 3,
  weightReason: "The page is listed, without the extras.",
  fixedByPlan: true,
  good: [
    {
      title: "has a type without required fields",
      change: inHtml('"LocalBusiness"', '"Organization"'),
    },
  ],
  bad: [
    { title: "has a business without an address", change: inHtml('"address":{', '"location":{') },
  ],
  run({ page }) {
    const lacking = structuredDataOf(page).items.flatMap(({ types, fields, place }) =>
      types.flatMap((type) => {
        const missing = (required.get(type) ?? []).filter(
          (field) => !Object.hasOwn(fields, field) && !Object.hasOwn(fields, "@id"),
        );
        return missing.length === 0 ? [] : [{ type, missing, place }];
      }),
    );
    if (lacking.length === 0) return sound;
    return found(
      "Your structured data lacks fields that Google requires.",
      lacking.map(({ type, missing, place }) => ({
        ...place,
        snippet: `${type} without ${missing.join(", ")}`,
      })),
    );
  },
});
