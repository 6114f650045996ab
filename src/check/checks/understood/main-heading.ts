import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const heading = "<h1>Bread for every morning</h1>";

export const mainHeading = defineCheck({
  id: "main-heading",
  family: "understood",
  question: "Does the page have a main heading?",
  counted: "Pages without a main heading",
  why: "Search engines and screen readers take the first <h1> for the subject of the page.",
  fix: "Mark the headline of the page as <h1>.",
  weight: 5,
  weightReason: "The subject has to be guessed from the rest of the text.",
  fixedByPlan: true,
  good: [
    { title: "has two", change: inHtml(heading, heading + heading) },
    {
      title: "has a picture as heading",
      change: inHtml(heading, '<h1><img src="/l.png" alt="Rye bakery" width="9" height="9"></h1>'),
    },
  ],
  bad: [
    {
      title: "has none",
      change: inHtml(heading, "<p>Bread for every morning</p>"),
      alsoTrips: ["heading-order"],
    },
    { title: "has an empty one", change: inHtml(heading, "<h1></h1>") },
  ],
  run({ page }) {
    const headings = page.all("h1").filter(({ isInert }) => !isInert);
    if (headings.some((one) => one.text() !== "" || one.pictureText() !== "")) return sound;
    return found("Your page has no main heading.", [
      headings[0]?.place ?? page.all("body")[0]?.place ?? page.place(1, ""),
    ]);
  },
});
