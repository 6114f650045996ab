import { defineCheck, found, sound } from "#check/engine/check.ts";
import { inHtml } from "#check/samples/sample-site.ts";

const tag = '<meta name="viewport" content="width=device-width, initial-scale=1">';

export const viewport = defineCheck({
  id: "viewport",
  family: "pictures",
  question: "Is the page made for phones?",
  counted: "Pages not made for phones",
  why: "Without this tag a phone shows the page as wide as on a computer, in tiny letters. Google judges pages by what a phone shows.",
  fix: `Put ${tag} into the head.`,
  weight: 7,
  weightReason: "More than half of all searches come from phones.",
  fixedByPlan: true,
  good: [{ title: "names the width only", change: inHtml(", initial-scale=1", "") }],
  bad: [
    { title: "has no viewport", change: inHtml(tag, "") },
    {
      title: "has a fixed width",
      change: inHtml("width=device-width, initial-scale=1", "width=1200"),
    },
  ],
  run({ page }) {
    const element = page.meta("viewport");
    const content = element?.attributes.get("content")?.toLowerCase() ?? "";
    if (/width\s*=\s*device-width/.test(content) || /initial-scale\s*=\s*1/.test(content))
      return sound;
    const sentence =
      element === null
        ? "Your page is not made for phones: it has no viewport."
        : "Your page has a fixed width and does not fit phones.";
    return found(sentence, [element?.place ?? page.all("head")[0]?.place ?? page.place(1, "")]);
  },
});
