import { defineCheck, type Found, found, sound } from "#check/engine/check.ts";
import type { FetchedResponse } from "#check/engine/facts.ts";
import { withAnswer } from "#check/samples/sample-site.ts";

export const pageStatus = defineCheck({
  id: "page-status",
  family: "reachable",
  question: "Does the page answer with success?",
  counted: "Pages that answer with an error",
  why: "Search engines drop a page that answers with an error, whatever the page says.",
  fix: "Look into the server’s error log for the reason, or ask your host, and make the page answer with status 200.",
  weight: 10,
  weightReason: "A page with an error is not in any search results.",
  fixedByPlan: false,
  good: [],
  bad: [
    {
      title: "answers 410 with a page",
      change: (site) => {
        const page = site.answers["/"] ?? site.otherwise;
        return withAnswer("/", { ...page, status: 410 })(site);
      },
      alsoTrips: ["sitemap-answers"],
    },
  ],
  run({ facts: { page } }) {
    if (page.status >= 200 && page.status < 300) return sound;
    return errorOf(page);
  },
});

export function errorOf({ status, address }: FetchedResponse): Found {
  return found(`Your page answers with the error ${status}, so search engines leave it out.`, [
    { address, snippet: `HTTP status ${status}` },
  ]);
}
