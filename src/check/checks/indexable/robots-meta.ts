import { defineCheck, found, sound } from "../../engine/check.ts";
import { inHtml } from "../../samples/sample-site.ts";

const names = ["robots", "googlebot", "bingbot"];

export const robotsMeta = defineCheck({
  id: "robots-meta",
  family: "indexable",
  question: "Does the page allow search engines to list it?",
  counted: "Pages that hide from search engines",
  why: "A page with “noindex” is in no search results, however good it is. The tag is often left over from before a launch.",
  fix: "Remove “noindex” from this tag.",
  weight: 10,
  weightReason: "The page cannot be found at all.",
  fixedByPlan: true,
  good: [
    {
      title: "says index",
      change: inHtml("<title>", '<meta name="robots" content="index, follow"><title>'),
    },
    {
      title: "limits the snippet",
      change: inHtml("<title>", '<meta name="robots" content="max-snippet:60"><title>'),
    },
  ],
  bad: [
    {
      title: "says noindex",
      change: inHtml("<title>", '<meta name="robots" content="noindex, follow"><title>'),
    },
    {
      title: "says none to Google",
      change: inHtml("<title>", '<meta name="GoogleBot" content="NONE"><title>'),
    },
  ],
  run({ page }) {
    const forbidding = page.all("meta").filter(({ attributes }) => {
      const name = attributes.get("name")?.trim().toLowerCase() ?? "";
      const words = (attributes.get("content") ?? "").toLowerCase().split(/[\s,]+/);
      return names.includes(name) && (words.includes("noindex") || words.includes("none"));
    });
    if (forbidding.length === 0) return sound;
    return found(
      "Your page asks search engines to leave it out.",
      forbidding.map(({ place }) => place),
    );
  },
});
