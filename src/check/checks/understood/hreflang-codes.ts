import { alternatesOf } from "#check/engine/alternates.ts";
import { defineCheck, found, sound } from "#check/engine/check.ts";
import { isLanguageCode } from "#check/engine/language-code.ts";
import { inHtml } from "#check/samples/sample-site.ts";

export const hreflangCodes = defineCheck({
  id: "hreflang-codes",
  family: "understood",
  question: "Are the codes of other languages valid?",
  counted: "Pages with invalid language codes",
  why: "A link to another language with a wrong code is ignored, and people land on a page that they cannot read.",
  fix: "Use codes such as “en”, “en-GB” or “x-default”; the region comes second and is a country.",
  weight: 4,
  weightReason: "It matters only to sites in several languages.",
  fixedByPlan: true,
  good: [{ title: "has a default", change: inHtml('hreflang="sv"', 'hreflang="x-default"') }],
  bad: [
    { title: "writes “en-UK”", change: inHtml('hreflang="sv"', 'hreflang="en-UK"') },
    { title: "writes an underscore", change: inHtml('hreflang="sv"', 'hreflang="sv_SE"') },
  ],
  run({ page }) {
    const wrong = alternatesOf(page).filter(
      ({ code }) => code !== "x-default" && !isHreflang(code),
    );
    if (wrong.length === 0) return sound;
    return found(
      `“${wrong[0]?.code}” is not a code of a language that search engines know.`,
      wrong.map(({ place }) => place),
    );
  },
});

/** "UK" is reserved, but search engines know only "GB". */
function isHreflang(code: string): boolean {
  return isLanguageCode(code) && !/-uk$/i.test(code) && !/^[a-z]+-\d/i.test(code);
}
