import { defineCheck, found, sound } from "#check/engine/check.ts";
import { hidingReason, readRobotsMeta, sinceHidden } from "#check/engine/robots-directives.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const names = new Set(["robots", "googlebot", "bingbot"]);

export const robotsMeta = defineCheck({
  id: "robots-meta",
  family: "indexable",
  question: "Does the page allow search engines to list it?",
  counted: "Pages that hide from search engines",
  why: "A page with “noindex” is in no search results, however good it is. The tag is often left over from before a launch.",
  fix: "Remove “noindex”, or the date that has passed, from this tag.",
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
    {
      title: "allows no picture in results",
      change: inHtml(
        "<title>",
        '<meta name="robots" content="index, max-image-preview: none, max-video-preview:0"><title>',
      ),
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
    {
      title: "names a date that has passed",
      change: inHtml(
        "<title>",
        '<meta name="robots" content="unavailable_after: 2019-05-04T12:00:00+02:00"><title>',
      ),
    },
  ],
  run({ page, facts: { at } }) {
    const forbidding = page.all("meta").flatMap(({ attributes, isInert, place }) => {
      const name = attributes.get("name")?.trim().toLowerCase() ?? "";
      if (isInert || !names.has(name)) return [];
      const reason = hidingReason(readRobotsMeta(attributes.get("content") ?? "", name), at);
      return reason === null ? [] : [{ place, reason }];
    });
    const [first] = forbidding;
    if (first === undefined) return sound;
    return found(
      `Your page asks search engines to leave it out${sinceHidden(first.reason)}.`,
      forbidding.map(({ place }) => place),
    );
  },
});
