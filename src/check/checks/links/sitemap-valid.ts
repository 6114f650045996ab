import { defineCheck, found, sound } from "../../engine/check.ts";
import { inAnswer, withAnswer } from "../../samples/sample-site.ts";

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
    if (sitemap === null || sitemap.fault === null) return sound;
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
