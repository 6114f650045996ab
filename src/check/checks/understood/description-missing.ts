import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const start = '<meta name="description" content="';

export const descriptionMissing = defineCheck({
  id: "description-missing",
  family: "understood",
  question: "Does the page have a description?",
  counted: "Pages without a description",
  why: "The description is the text below the title in search results: your chance to say why somebody should click.",
  fix: 'Write a <meta name="description"> of one or two sentences about what the visitor gets.',
  weight: 6,
  weightReason: "It does not change how high the page ranks, but how many people click.",
  fixedByPlan: true,
  good: [],
  bad: [
    { title: "has none", change: inHtml(start, '<meta name="note" content="') },
    {
      title: "has an empty one",
      change: inHtml(start, '<meta name="description" content=""><meta name="note" content="'),
    },
  ],
  run({ page }) {
    const element = page.meta("description");
    if ((element?.attributes.get("content") ?? "").trim() !== "") return sound;
    return found("Your page has no description, so the text below your title is left to chance.", [
      element?.place ?? page.all("head")[0]?.place ?? page.place(1, ""),
    ]);
  },
});
