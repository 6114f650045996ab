import { canonicalElements, canonicalsOf } from "#check/engine/canonicals.ts";
import { defineCheck, found, sound } from "#check/engine/check.ts";
import { both, inHtml, withHeaders } from "#check/samples/sample-site.ts";

const tag = '<link rel="canonical" href="https://sound.test/">';

export const canonicalMissing = defineCheck({
  id: "canonical-missing",
  family: "indexable",
  question: "Does the page name its own address?",
  counted: "Pages that do not name their own address",
  why: "The same page often answers under several addresses, for example with “?ref=…”. A canonical link says which of them counts.",
  fix: 'Put <link rel="canonical" href="…"> with the page’s own address into its head.',
  weight: 3,
  weightReason: "Search engines choose an address themselves, mostly the right one.",
  fixedByPlan: true,
  good: [
    {
      title: "names its address in a header",
      change: both(
        inHtml(tag, ""),
        withHeaders({ link: '<https://sound.test/>; rel="canonical"' }),
      ),
    },
  ],
  bad: [{ title: "has no canonical link", change: inHtml(tag, "") }],
  run(site) {
    const isThere = canonicalsOf(site).length > 0 || canonicalElements(site.page).length > 0;
    if (isThere) return sound;
    return found("Your page does not say which of its addresses counts.", [
      site.page.all("head")[0]?.place ?? site.page.place(1, ""),
    ]);
  },
});
