import { alternatesOf, returnFault, versionsOf } from "#check/engine/alternates.ts";
import { defineCheck, found, sound } from "#check/engine/check.ts";
import { isOk } from "#check/engine/facts.ts";
import { pageKey } from "#check/engine/page-key.ts";
import { inAnswer, inHtml } from "#check/samples/sample-site.ts";

const own = '<link rel="alternate" hreflang="en" href="https://sound.test/">';

export const hreflangReturn = defineCheck({
  id: "hreflang-return",
  family: "understood",
  question: "Do the language versions name each other?",
  counted: "Language versions that do not name each other",
  why: "Links between languages count only when both pages name each other, and themselves.",
  fix: "Put the same complete list of versions into the head of every version.",
  weight: 4,
  weightReason: "It matters only to sites in several languages.",
  fixedByPlan: true,
  needs: ["alternate"],
  good: [],
  bad: [
    { title: "does not name itself", change: inHtml(own, "") },
    { title: "is not named by the other version", change: inAnswer("/sv/", own, "") },
  ],
  run({ page, alternatePage, facts: { alternate } }) {
    const versions = alternatesOf(page);
    const [first] = versions;
    if (first === undefined) return sound;
    const other = isOk(alternate) ? alternate : null;
    const fault = returnFault(page.address, versionsOf(page), (key) =>
      other !== null &&
      alternatePage !== null &&
      [other.asked, other.address].map(pageKey).includes(key)
        ? new Set(versionsOf(alternatePage).map(pageKey))
        : null,
    );
    if (fault === null) return sound;
    const { place } = versions.find(({ address }) => address === fault.version) ?? first;
    return found(fault.sentence, [place]);
  },
});
