import { isPageTarget } from "../model/links.ts";
import { richTextIn, richTextOf, withLinks } from "../rich-text/rich-text.ts";
import { sectionsIn, sectionsText } from "./section.ts";
import { isRichTextValue } from "./section-texts.ts";

type Present = (link: string) => string;

const ownPath = /^\/\S*$/;

/**
 * The sections with their links as they are now. A text that is nothing but a link is a link, so that
 * sections of a kind that this version does not know keep working links too.
 */
export function withLinksInSections(value: string, present: Present): string {
  const sections = sectionsIn(value);
  if (sections.length === 0) return value;
  return sectionsText(
    sections.map((section) => ({
      ...section,
      values: Object.fromEntries(
        Object.entries(section.values).map(([name, text]) => [name, presentText(text, present)]),
      ),
    })),
  );
}

function presentText(text: string, present: Present): string {
  if (ownPath.test(text) || isPageTarget(text)) return present(text);
  return isRichTextValue(text) ? withLinksInText(text, present) : text;
}

/** A rich text with its links as they are now. A link to a page that is gone becomes plain text. */
export function withLinksInText(value: string, present: Present): string {
  return value.includes('"href"') ? richTextOf(withLinks(richTextIn(value), present)) : value;
}
