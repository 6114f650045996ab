import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const start = 'content="Sourdough, rye';
const longest = 200;

export const descriptionLength = defineCheck({
  id: "description-length",
  family: "understood",
  question: "Does the description fit into search results?",
  counted: "Pages with a description of the wrong length",
  why: "Search results cut a description after about 160 characters.",
  fix: "Say the most important thing in the first 120 characters.",
  weight: 1,
  weightReason: "Only the end of the text is lost.",
  fixedByPlan: true,
  good: [],
  bad: [
    {
      title: "has a very long description",
      change: inHtml(start, `content="${"Bread for all. ".repeat(20)}Sourdough, rye`),
    },
  ],
  run({ page }) {
    const element = page.meta("description");
    const length = [...(element?.attributes.get("content") ?? "").trim()].length;
    if (element === null || length <= longest) return sound;
    return found(
      `Your description has ${length} characters, and search results cut it after about 160.`,
      [element.place],
    );
  },
});
