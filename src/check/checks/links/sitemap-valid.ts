import { defineCheck, found, noted, sound, unseen } from "#check/engine/check.ts";
import { inAnswer, withAnswer } from "#check/samples/sample-site.ts";

export const sitemapValid = defineCheck({
  id: "sitemap-valid",
  family: "links",
  question: "Can search engines read the sitemap?",
  counted: "Unreadable sitemap",
  why: "Search engines reject the whole sitemap if it has a fault.",
  fix: "Correct the sitemap: whole addresses in <loc>, as sitemaps.org describes.",
  weight: 4,
  weightReason: "It is as if there were no sitemap.",
  fixedByPlan: true,
  needs: ["sitemap"],
  good: [
    {
      title: "is a list of addresses",
      change: withAnswer("/sitemap.xml", {
        status: 200,
        headers: { "content-type": "text/plain" },
        body: "https://sound.test/\nhttps://sound.test/bread/\n",
      }),
    },
    {
      title: "ends with a comment",
      change: inAnswer("/sitemap.xml", "</urlset>", "</urlset><!-- 2 pages in 3 ms -->"),
    },
    {
      title: "has its addresses in CDATA",
      change: inAnswer(
        "/sitemap.xml",
        "<loc>https://sound.test/bread/</loc>",
        "<loc><![CDATA[\n  https://sound.test/bread/ ]]></loc>",
      ),
    },
    {
      title: "is longer than what we read",
      change: inAnswer(
        "/sitemap.xml",
        "</urlset>",
        `${"<url><loc>https://sound.test/</loc></url>".repeat(20_000)}</urlset>`,
      ),
    },
  ],
  bad: [
    {
      title: "lists a relative address",
      change: inAnswer("/sitemap.xml", "https://sound.test/bread/", "/bread/"),
    },
    { title: "ends too early", change: inAnswer("/sitemap.xml", "</urlset>", "") },
    {
      title: "is a web page",
      change: withAnswer("/sitemap.xml", {
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<!doctype html><title>Home</title>",
      }),
    },
  ],
  run({ sitemap, facts }) {
    if (sitemap === null) return sound;
    if (sitemap.fault === null) {
      if (!sitemap.isPart) return sound;
      const count = sitemap.addresses.length;
      // A limit of ours, or a cut transfer, is no fault of the sitemap.
      return count === 0
        ? unseen("Whether search engines can read the sitemap: we could not read enough of it.")
        : noted(
            `We read the first ${count.toLocaleString("en")} addresses of your sitemap, and they have no fault.`,
          );
    }
    const address = facts.sitemap?.asked ?? "";
    return found("Your sitemap has a fault.", [
      {
        address,
        ...(sitemap.line !== undefined && { line: sitemap.line }),
        snippet: sitemap.fault,
      },
    ]);
  },
});
