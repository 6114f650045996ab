import { defineCheck, found, sound } from "#check/engine/check.ts";
import { pageKey } from "#check/engine/page-key.ts";
import { both, inHtml } from "#check/samples/sample-site.ts";

export const internalLinks = defineCheck({
  id: "internal-links",
  family: "links",
  question: "Does the page link to other pages of the site?",
  counted: "Pages without links to other pages",
  why: "Crawlers find your other pages by links, and the number of links tells them which pages matter.",
  fix: "Link from this page to your most important pages, with words that name them.",
  weight: 5,
  weightReason: "Other pages are found late or not at all.",
  fixedByPlan: true,
  good: [],
  bad: [
    {
      title: "links nowhere",
      change: both(
        inHtml('<a href="/bread/">All our bread</a>', "All our bread"),
        inHtml('<a href="/buns/">cinnamon buns on Fridays</a>', "cinnamon buns on Fridays"),
      ),
    },
  ],
  run({ links, page }) {
    const own = pageKey(page.address);
    if (links.some(({ key, isInternal }) => isInternal && key !== own)) return sound;
    return found("Your page links to no other page of your site.", [
      page.all("body")[0]?.place ?? page.place(1, ""),
    ]);
  },
});
