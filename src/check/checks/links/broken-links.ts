import { defineCheck, found, sound, unseen } from "#check/engine/check.ts";
import { hasAnswered } from "#check/engine/facts.ts";
import { pageKey } from "#check/engine/page-key.ts";
import { without } from "#check/samples/sample-site.ts";

export const brokenLinks = defineCheck({
  id: "broken-links",
  family: "links",
  question: "Do the first links of the page answer?",
  counted: "Pages with dead links",
  why: "A dead link ends a visit, and a crawler’s path.",
  fix: "Correct the link, or redirect its address to the page that replaced it.",
  weight: 5,
  weightReason: "Each dead link loses the visitors who follow it.",
  fixedByPlan: true,
  needs: ["linkedPages"],
  good: [],
  bad: [{ title: "links to a page that is gone", change: without("/buns/") }],
  run({ facts: { linkedPages = [] }, links }) {
    const seen = linkedPages.filter(hasAnswered);
    if (seen.length === 0 && links.some(({ isInternal }) => isInternal)) {
      return unseen(
        "Whether the page’s links answer: robots.txt forbids them, or the requests of this check were used up.",
      );
    }
    const broken = seen.filter(({ status }) => status === 404 || status === 410 || status >= 500);
    if (broken.length === 0) return sound;
    // Of several links to a page, the first one is the place.
    const byKey = new Map(links.toReversed().map((link) => [link.key, link]));
    return found(
      `${broken.length} of the ${seen.length} links that we followed ${broken.length === 1 ? "does" : "do"} not answer.`,
      broken.map(({ asked, status }) => {
        const link = byKey.get(pageKey(asked));
        return {
          ...(link?.element.place ?? { address: asked }),
          snippet: `${link?.element.place.snippet ?? asked} → ${status}`,
        };
      }),
    );
  },
});
