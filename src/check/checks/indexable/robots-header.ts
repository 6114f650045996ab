import { defineCheck, found, sound } from "#check/engine/check.ts";
import { headersOf } from "#check/engine/facts.ts";
import { hidingReason, readRobotsHeader, sinceHidden } from "#check/engine/robots-directives.ts";
import { withHeaders } from "#check/samples/sample-site.ts";

export const robotsHeader = defineCheck({
  id: "robots-header",
  family: "indexable",
  question: "Does the server allow search engines to list the page?",
  counted: "Pages that the server hides from search engines",
  why: "The header X-Robots-Tag counts like a tag in the page, but nobody sees it in the page.",
  fix: "Remove “noindex”, or the date that has passed, from the X-Robots-Tag header in the server’s settings.",
  weight: 10,
  weightReason: "The page cannot be found at all.",
  fixedByPlan: true,
  good: [
    {
      title: "forbids another crawler",
      change: withHeaders({ "x-robots-tag": "otherbot: noindex" }),
    },
    { title: "limits the snippet", change: withHeaders({ "x-robots-tag": "max-snippet: 60" }) },
    {
      title: "names a date that is far away",
      change: withHeaders({ "x-robots-tag": "unavailable_after: Fri, 31 Dec 2199 23:59:59 GMT" }),
    },
  ],
  bad: [
    { title: "says noindex", change: withHeaders({ "x-robots-tag": "noindex" }) },
    {
      title: "says noindex to Google",
      change: withHeaders({ "x-robots-tag": "googlebot: nofollow, noindex" }),
    },
    {
      title: "names a date that has passed",
      change: withHeaders({ "x-robots-tag": "unavailable_after: Tuesday, 03-Mar-15 08:00:00 UTC" }),
    },
  ],
  run({ facts: { page, at } }) {
    const forbidding = headersOf(page, "x-robots-tag").flatMap((value) => {
      const reason = hidingReason(readRobotsHeader(value), at);
      return reason === null ? [] : [{ value, reason }];
    });
    const [first] = forbidding;
    if (first === undefined) return sound;
    return found(
      `Your server asks search engines to leave the page out${sinceHidden(first.reason)}.`,
      forbidding.map(({ value }) => ({
        address: page.address,
        snippet: `X-Robots-Tag: ${value}`,
      })),
    );
  },
});
