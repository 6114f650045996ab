import { defineCheck, found, sound, unseen } from "#check/engine/check.ts";
import { hasAnswered } from "#check/engine/facts.ts";
import { both, inAnswer, without } from "#check/samples/sample-site.ts";

const line = "\nSitemap: https://sound.test/sitemap.xml\n";

export const sitemapFound = defineCheck({
  id: "sitemap-found",
  family: "links",
  question: "Is there a sitemap?",
  counted: "Missing sitemap",
  why: "A sitemap tells search engines about all your pages, even those with few links, and which of them changed.",
  fix: "Create sitemap.xml and name it in robots.txt. Most website systems do it with one setting.",
  weight: 4,
  weightReason: "A small site is found without it; new pages are found later.",
  fixedByPlan: true,
  needs: ["sitemap"],
  good: [
    {
      title: "has a sitemap that robots.txt does not name",
      change: inAnswer("/robots.txt", line, ""),
    },
  ],
  bad: [
    { title: "has none", change: both(without("/sitemap.xml"), inAnswer("/robots.txt", line, "")) },
    { title: "names a sitemap that is gone", change: without("/sitemap.xml") },
  ],
  run({ facts: { sitemap } }) {
    if (!hasAnswered(sitemap))
      return unseen(
        `Whether there is a sitemap: ${sitemap?.failure.sentence ?? "it was not asked for."}`,
      );
    if (sitemap.status === 200) return sound;
    return found("Your site has no sitemap.", [
      { address: sitemap.asked, snippet: `HTTP status ${sitemap.status}` },
    ]);
  },
});
