import { canonicalsOf } from "#check/engine/canonicals.ts";
import { defineCheck, found, sound } from "#check/engine/check.ts";
import { normalAddress, pageKey } from "#check/engine/page-key.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const href = 'rel="canonical" href="https://sound.test/"';

export const canonicalOther = defineCheck({
  id: "canonical-other",
  family: "indexable",
  question: "Does the canonical link lead to this page?",
  counted: "Pages whose canonical link leads elsewhere",
  why: "A canonical link to another address asks search engines to show that address instead of this page.",
  fix: "Point the canonical link to this page, unless you really mean the other page.",
  weight: 8,
  weightReason: "The page itself disappears from search results, in favour of the other address.",
  fixedByPlan: true,
  good: [
    { title: "names a relative address", change: inHtml(href, 'rel="canonical" href="/"') },
    {
      title: "writes its host in capitals, with a port",
      change: inHtml(href, 'rel="canonical" href="https://SOUND.test.:443"'),
    },
  ],
  bad: [
    {
      title: "names another page",
      change: inHtml(href, 'rel="canonical" href="https://sound.test/bread/"'),
    },
    {
      title: "names another site",
      change: inHtml(href, 'rel="canonical" href="https://builder.test/"'),
    },
    { title: "names no valid address", change: inHtml(href, 'rel="canonical" href="https://"') },
  ],
  run(site) {
    const { address: page } = site.page;
    // A page that was reached with tracking parameters rightly names its address without them.
    const own = new Set([normalAddress(page), pageKey(page)]);
    const others = canonicalsOf(site).filter(
      ({ address }) => address === null || !own.has(normalAddress(address)),
    );
    const [first] = others;
    if (first === undefined) return sound;
    const sentence =
      first.address === null
        ? "Your page’s canonical link is not a valid address."
        : `Your page asks search engines to show ${first.address} instead of it.`;
    return found(
      sentence,
      others.map(({ place }) => place),
    );
  },
});
