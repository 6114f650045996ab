import { defineCheck, found, sound, unseen } from "#check/engine/check.ts";
import { hasAnswered } from "#check/engine/facts.ts";
import { changed } from "#check/samples/sample-site.ts";

export const soft404 = defineCheck({
  id: "soft-404",
  family: "reachable",
  question: "Does a missing page say that it is missing?",
  counted: "Missing pages that do not say so",
  why: "When every address answers with success, search engines keep pages that do not exist, and you do not notice dead links.",
  fix: "Make addresses without a page answer with status 404.",
  weight: 4,
  weightReason: "It wastes the attention of crawlers, but your real pages stay visible.",
  fixedByPlan: true,
  needs: ["missingPage"],
  good: [{ title: "answers 410", change: changed({ otherwise: { status: 410, body: "Gone" } }) }],
  bad: [
    {
      title: "answers every address with 200",
      change: changed({
        otherwise: { status: 200, headers: { "content-type": "text/html" }, body: "<p>Oops</p>" },
      }),
    },
  ],
  run({ facts: { missingPage } }) {
    if (!hasAnswered(missingPage))
      return unseen("What your site answers for a page that does not exist.");
    if (missingPage.status >= 300) return sound;
    return found("An address that does not exist answers as if it were a page.", [
      { address: missingPage.asked, snippet: `HTTP status ${missingPage.status} instead of 404` },
    ]);
  },
});
