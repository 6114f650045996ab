import { defineCheck, found, sound } from "#check/engine/check.ts";
import { withAnswer } from "#check/samples/sample-site.ts";

export const pageStatus = defineCheck({
  id: "page-status",
  family: "reachable",
  question: "Does the page answer with success?",
  counted: "Pages that answer with an error",
  why: "Search engines drop a page that answers with an error, whatever the page says.",
  fix: "Find out why the server answers with an error, and make the page answer with status 200.",
  weight: 10,
  weightReason: "A page with an error is not in any search results.",
  fixedByPlan: false,
  good: [],
  bad: [
    {
      title: "answers 500 with a page",
      change: (site) => {
        const page = site.answers["/"] ?? site.otherwise;
        return withAnswer("/", { ...page, status: 500 })(site);
      },
      alsoTrips: ["sitemap-answers"],
    },
  ],
  run({ facts: { page } }) {
    if (page.status >= 200 && page.status < 300) return sound;
    return found(
      `Your page answers with the error ${page.status}, so search engines leave it out.`,
      [{ address: page.address, snippet: `HTTP status ${page.status}` }],
    );
  },
});
