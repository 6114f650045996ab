import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const size = 'width="640" height="480"';

export const pictureSizes = defineCheck({
  id: "picture-sizes",
  family: "pictures",
  question: "Do the pictures reserve their place?",
  counted: "Pages with pictures that move the text",
  why: "A picture without a size pushes the text down when it arrives. Google measures that as layout shift.",
  fix: "Give each <img> its width and height.",
  weight: 3,
  weightReason:
    "It counts for the measured experience. A size that is only in a style sheet is not visible to us.",
  fixedByPlan: true,
  good: [{ title: "gives the size as a style", change: inHtml(size, 'style="aspect-ratio: 4/3"') }],
  bad: [{ title: "has a picture without a size", change: inHtml(size, "") }],
  run({ page }) {
    const pictures = page
      .all("img")
      .filter(({ isInert, attributes }) => !isInert && attributes.has("src"));
    const unsized = pictures.filter(({ attributes }) => {
      const style = attributes.get("style") ?? "";
      const isStyled = /aspect-ratio|height\s*:/.test(style);
      return !isStyled && !(attributes.has("width") && attributes.has("height"));
    });
    if (unsized.length === 0) return sound;
    return found(
      unsized.length === 1
        ? "A picture of your page does not say its size."
        : `${unsized.length} of your ${pictures.length} pictures do not say their size.`,
      unsized.map(({ place }) => place),
    );
  },
});
