import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const title = "<title>Rye bakery in Malmö with bread every morning</title>";
const longest = 70;

export const titleLength = defineCheck({
  id: "title-length",
  family: "understood",
  question: "Does the whole title fit into search results?",
  counted: "Pages with a title of the wrong length",
  why: "Search results cut a title after about 60 characters, and the rest is not read.",
  fix: "Put what matters into the first 60 characters of the title.",
  weight: 2,
  weightReason: "The page is found all the same; fewer people see what it offers.",
  fixedByPlan: true,
  good: [
    {
      title: "has a title of 60 letters",
      change: inHtml(title, `<title>${"Rye bread ".repeat(6)}</title>`),
    },
  ],
  bad: [
    {
      title: "has a title of 120 letters",
      change: inHtml(title, `<title>${"Rye bread ".repeat(12)}</title>`),
    },
  ],
  run({ page }) {
    const length = page.title === null ? 0 : [...page.title].length;
    if (length <= longest) return sound;
    const element = page.all("title").find(({ isInert }) => !isInert);
    const place = element?.place ?? page.place(1, "");
    return found(`Your title has ${length} characters, and search results cut it after about 60.`, [
      { ...place, snippet: `<title>${page.title}` },
    ]);
  },
});
