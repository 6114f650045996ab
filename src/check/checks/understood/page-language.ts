import { defineCheck, found, sound } from "#check/engine/check.ts";
import { isLanguageCode } from "#check/engine/language-code.ts";
import { inHtml } from "#check/samples/sample-site.ts";

export const pageLanguage = defineCheck({
  id: "page-language",
  family: "understood",
  question: "Does the page say its language?",
  counted: "Pages without a language",
  why: "Browsers offer the right translation, screen readers the right voice, and Bing shows the page to the right people.",
  fix: 'Write the language into the first tag: <html lang="en">.',
  weight: 3,
  weightReason: "Google recognises the language by the text; others do not.",
  fixedByPlan: true,
  good: [{ title: "names a region", change: inHtml('<html lang="en">', '<html lang="en-GB">') }],
  bad: [
    { title: "names none", change: inHtml('<html lang="en">', "<html>") },
    {
      title: "names a language that does not exist",
      change: inHtml('<html lang="en">', '<html lang="english">'),
    },
  ],
  run({ page }) {
    const [html] = page.all("html");
    const language = html?.attributes.get("lang")?.trim() ?? "";
    if (isLanguageCode(language)) return sound;
    const sentence =
      language === ""
        ? "Your page does not say which language it is in."
        : `“${language}” is not the code of a language.`;
    return found(sentence, [html?.place ?? page.place(1, "")]);
  },
});
