import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

export const pictureText = defineCheck({
  id: "picture-text",
  family: "pictures",
  question: "Do the pictures have a description?",
  counted: "Pages with pictures without a description",
  why: "Search engines find pictures by their description, and people who do not see them hear it.",
  fix: 'Add alt="…" that says what the picture shows; alt="" for a picture that only decorates.',
  weight: 4,
  weightReason: "It matters for the picture search and for everybody with a screen reader.",
  fixedByPlan: true,
  good: [
    { title: "has a picture that decorates", change: inHtml('alt="The stone oven"', 'alt=""') },
    { title: "hides a picture", change: inHtml('alt="The stone oven"', 'aria-hidden="true"') },
  ],
  bad: [
    { title: "has a picture without a description", change: inHtml('alt="The stone oven"', "") },
  ],
  run({ page }) {
    const pictures = page.all("img").filter(({ isInert }) => !isInert);
    const silent = pictures.filter(({ attributes }) => {
      const isHidden =
        attributes.get("aria-hidden") === "true" ||
        /^(presentation|none)$/.test(attributes.get("role") ?? "");
      const isNamed = ["aria-label", "aria-labelledby", "title"].some(
        (name) => (attributes.get(name) ?? "").trim() !== "",
      );
      return !attributes.has("alt") && !isHidden && !isNamed;
    });
    if (silent.length === 0) return sound;
    return found(
      silent.length === 1
        ? "A picture of your page has no description."
        : `${silent.length} of your ${pictures.length} pictures have no description.`,
      silent.map(({ place }) => place),
    );
  },
});
