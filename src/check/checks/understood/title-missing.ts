import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const title = "<title>Rye bakery in Malmö with bread every morning</title>";

export const titleMissing = defineCheck({
  id: "title-missing",
  family: "understood",
  question: "Does the page have a title?",
  counted: "Pages without a title",
  why: "The title is the blue line in search results. Without it, the search engine makes one up.",
  fix: "Write a <title> that says what the page offers and where.",
  weight: 9,
  weightReason: "No other text counts as much for being found and for being clicked.",
  fixedByPlan: true,
  good: [{ title: "has a short title", change: inHtml(title, "<title>Rye bakery Malmö</title>") }],
  bad: [
    { title: "has no title", change: inHtml(title, "") },
    { title: "has an empty title", change: inHtml(title, "<title> </title>") },
  ],
  run({ page }) {
    if (page.title !== null && page.title !== "") return sound;
    const element = page.all("title").find(({ isInert }) => !isInert) ?? page.all("head")[0];
    return found("Your page has no title, so search results show what a machine guesses.", [
      element?.place ?? page.place(1, ""),
    ]);
  },
});
