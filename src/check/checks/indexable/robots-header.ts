import { defineCheck, found, sound } from "../../engine/check.ts";
import { headersOf } from "../../engine/facts.ts";
import { withHeaders } from "../../samples/sample-site.ts";

const searchEngines = ["googlebot", "bingbot"];

export const robotsHeader = defineCheck({
  id: "robots-header",
  family: "indexable",
  question: "Does the server allow search engines to list the page?",
  counted: "Pages that the server hides from search engines",
  why: "The header X-Robots-Tag counts like a tag in the page, but nobody sees it in the page.",
  fix: "Remove “noindex” from the X-Robots-Tag header in the server's settings.",
  weight: 10,
  weightReason: "The page cannot be found at all.",
  fixedByPlan: true,
  good: [
    {
      title: "forbids another crawler",
      change: withHeaders({ "x-robots-tag": "otherbot: noindex" }),
    },
    { title: "limits the snippet", change: withHeaders({ "x-robots-tag": "max-snippet: 60" }) },
  ],
  bad: [
    { title: "says noindex", change: withHeaders({ "x-robots-tag": "noindex" }) },
    {
      title: "says noindex to Google",
      change: withHeaders({ "x-robots-tag": "googlebot: nofollow, noindex" }),
    },
  ],
  run({ facts: { page } }) {
    const forbidding = headersOf(page, "x-robots-tag").filter(forbids);
    if (forbidding.length === 0) return sound;
    return found(
      "Your server asks search engines to leave the page out.",
      forbidding.map((value) => ({ address: page.address, snippet: `X-Robots-Tag: ${value}` })),
    );
  },
});

const valued = /^(max-snippet|max-image-preview|max-video-preview|unavailable_after)$/;

/**
 * A part such as "googlebot: noindex" names a crawler. The directives after the name hold only for
 * that crawler.
 */
function forbids(header: string): boolean {
  let agent = "";
  for (const part of header.toLowerCase().split(",")) {
    const named = /^\s*([a-z_-]+)\s*:(.*)$/.exec(part);
    const isAgent = named !== null && !valued.test(named[1] ?? "");
    if (isAgent) agent = named[1] ?? "";
    const word = (isAgent ? (named[2] ?? "") : part).trim();
    const counts = agent === "" || searchEngines.includes(agent);
    if (counts && (word === "noindex" || word === "none")) return true;
  }
  return false;
}
