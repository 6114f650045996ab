import { canonicalsOf } from "#check/engine/canonicals.ts";
import { defineCheck, found, sound } from "#check/engine/check.ts";
import { normalAddress } from "#check/engine/page-key.ts";
import { inHtml, withHeaders } from "#check/samples/sample-site.ts";

const tag = '<link rel="canonical" href="https://sound.test/">';

export const canonicalContradicting = defineCheck({
  id: "canonical-contradicting",
  family: "indexable",
  question: "Do all canonical links agree?",
  counted: "Pages with contradicting canonical links",
  why: "When a page names two addresses, search engines ignore both.",
  fix: "Keep one canonical link. Two plugins that write the same tag are the usual reason.",
  weight: 6,
  weightReason: "The address that you chose does not count.",
  fixedByPlan: true,
  good: [
    { title: "names its address twice", change: inHtml(tag, tag + tag) },
    {
      title: "writes its address in two ways",
      change: inHtml(tag, `${tag}<link rel="canonical" href="HTTPS://Sound.test:443/./">`),
    },
  ],
  bad: [
    {
      title: "names two addresses",
      change: inHtml(tag, `${tag}<link rel="canonical" href="https://sound.test/buns/">`),
      alsoTrips: ["canonical-other"],
    },
    {
      title: "names another address in a header",
      change: withHeaders({ link: '<https://sound.test/buns/>; rel="canonical"' }),
      alsoTrips: ["canonical-other"],
    },
  ],
  run(site) {
    const canonicals = canonicalsOf(site);
    const distinct = new Set(
      canonicals.map(({ address }) => (address === null ? null : normalAddress(address))),
    );
    if (distinct.size < 2) return sound;
    return found(
      "Your page names several canonical addresses, so none of them counts.",
      canonicals.map(({ place }) => place),
    );
  },
});
