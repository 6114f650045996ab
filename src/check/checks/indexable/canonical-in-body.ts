import { canonicalElements } from "#check/engine/canonicals.ts";
import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

export const canonicalInBody = defineCheck({
  id: "canonical-in-body",
  family: "indexable",
  question: "Do the head’s tags stay in the head?",
  counted: "Pages whose head ends too early",
  why: "A tag that does not belong in the head, such as a <div>, ends the head for browsers and search engines. The tags after it do not count, although the source shows them in the head.",
  fix: "Move the tag that does not belong in the head into the body.",
  weight: 6,
  weightReason: "Canonical and robots tags are ignored without any warning.",
  fixedByPlan: true,
  good: [
    {
      title: "has a noscript in the head",
      change: inHtml("<title>", "<noscript><p>x</p></noscript><title>"),
    },
  ],
  bad: [
    {
      title: "has a div before its canonical link",
      change: inHtml('<link rel="canonical"', '<div></div><link rel="canonical"'),
    },
  ],
  run({ page }) {
    const moved = [
      ...canonicalElements(page),
      ...page
        .all("meta")
        .filter(({ attributes }) => attributes.get("name")?.trim().toLowerCase() === "robots"),
    ].filter(({ isInHead, isInert }) => !isInHead && !isInert);
    if (moved.length === 0) return sound;
    return found(
      "A tag ends your page’s head too early, so what follows does not count.",
      moved.map(({ place }) => place),
    );
  },
});
