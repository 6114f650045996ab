import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const heavyBytes = 500_000;

export const pageWeight = defineCheck({
  id: "page-weight",
  family: "pictures",
  question: "Is the page light enough for a phone?",
  counted: "Pages too heavy for a phone",
  why: "A phone has to load and read all of the HTML before it shows the page. Pictures written into it weigh a third more than as files.",
  fix: "Move pictures and styles out of the HTML into files, and show long lists in parts.",
  weight: 3,
  weightReason: "The page appears late. We weigh the HTML only, not the files that it loads.",
  fixedByPlan: true,
  good: [],
  bad: [
    {
      title: "carries a picture of 600 kB in its HTML",
      change: inHtml('src="/oven.jpg"', `src="data:image/png;base64,${"A".repeat(600_000)}"`),
    },
  ],
  run({ page, facts }) {
    const bytes = facts.page.body.length;
    if (bytes <= heavyBytes) return sound;
    const inline = page
      .all("img")
      .filter(({ attributes }) => (attributes.get("src") ?? "").length > 10_000);
    const sentence = `The HTML of your page weighs ${Math.round(bytes / 1000)} kB; 100 kB is usual.`;
    return found(
      sentence,
      inline.length > 0
        ? inline.map(({ place }) => place)
        : [page.place(1, `${Math.round(bytes / 1000)} kB`)],
    );
  },
});
