import { defineCheck, found, sound } from "#check/engine/check.ts";
import { both, withAnswer } from "#check/samples/sample-site.ts";

const to = (location: string) => ({ status: 301, headers: { location } });

export const redirectChain = defineCheck({
  id: "redirect-chain",
  family: "reachable",
  question: "Does the address lead to the page in one step?",
  counted: "Addresses that lead over several redirects",
  why: "Each redirect costs visitors on a phone a third of a second, and search engines stop following long chains.",
  fix: "Redirect the first address directly to the last one.",
  weight: 4,
  weightReason: "It costs time on every first visit, but the page is found.",
  fixedByPlan: true,
  good: [],
  bad: [
    {
      title: "leads over three addresses",
      change: (site) => {
        const page = site.answers["/"] ?? site.otherwise;
        return both(
          withAnswer("/end/", page),
          withAnswer("/", to("/one/")),
          withAnswer("/one/", to("/two/")),
          withAnswer("/two/", to("/end/")),
        )(site);
      },
      alsoTrips: ["canonical-other", "hreflang-return"],
    },
  ],
  run({ facts: { page } }) {
    if (page.hops.length < 3) return sound;
    return found(
      `Your address leads over ${page.hops.length} redirects before the page comes.`,
      page.hops.map(({ address, status, location }) => ({
        address,
        snippet: `${status} → ${location}`,
      })),
      page.hops.length,
    );
  },
});
