import { defineCheck, found, sound, unseen } from "#check/engine/check.ts";
import { hasAnswered } from "#check/engine/facts.ts";
import { inAnswer } from "#check/samples/sample-site.ts";

export const sitemapAnswers = defineCheck({
  id: "sitemap-answers",
  family: "links",
  question: "Do the first pages of the sitemap answer?",
  counted: "Dead or redirected addresses in the sitemap",
  why: "Addresses in a sitemap that redirect or fail make search engines trust the whole file less.",
  fix: "List only addresses that answer with status 200, without redirects.",
  weight: 3,
  weightReason: "The sitemap helps less; the pages are found anyway.",
  fixedByPlan: true,
  needs: ["listedPages"],
  good: [],
  bad: [
    {
      title: "lists a page that is gone",
      change: inAnswer("/sitemap.xml", "https://sound.test/bread/", "https://sound.test/gone/"),
    },
  ],
  run({ facts: { listedPages = [], sitemap: file }, sitemap }) {
    const seen = listedPages.filter(hasAnswered);
    if (sitemap === null || sitemap.addresses.length === 0) return sound;
    if (seen.length === 0 && sitemap.kind === "sitemapindex") {
      return unseen(
        "Whether the pages of the sitemap answer: the sitemap lists other sitemaps, and a check reads the first one only.",
      );
    }
    if (seen.length === 0)
      return unseen(
        "Whether the pages of the sitemap answer: the requests of this check were used up.",
      );
    const wrong = seen.filter(({ status, hops }) => status !== 200 || hops.length > 0);
    if (wrong.length === 0) return sound;
    return found(
      `${wrong.length} of the ${seen.length} sitemap addresses that we asked for ${wrong.length === 1 ? "does" : "do"} not answer directly.`,
      wrong.map(({ asked, status, hops }) => ({
        address: file?.asked ?? asked,
        snippet: `${asked} → ${hops[0]?.status ?? status}`,
      })),
    );
  },
});
