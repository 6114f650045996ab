import type { Values } from "../records/stored-record.server.ts";
import { plainTextOfRichText, richTextIn, wordsOfRichText } from "../rich-text/rich-text.ts";
import { sectionsIn } from "./section.ts";

const wordsInMinute = 220;
/** Search results cut a longer description. */
const longestFirstText = 160;
/** Shorter texts are headings and labels of buttons. */
const leastDescribing = 30;

/** True for a text with headings and lists, false for a plain one. */
export function isRichTextValue(value: string): boolean {
  return value.startsWith('{"type":"doc"');
}

/** All texts of a page in the order of the page: its text, then its sections without hidden ones. */
function textsOf({ body = "", sections = "" }: Values): string[] {
  const shown = sectionsIn(sections).filter(({ isHidden }) => !isHidden);
  const texts = [body, ...shown.flatMap(({ values }) => Object.values(values))];
  return texts.filter((text) => text !== "");
}

/** At least one minute. */
export function readingMinutesOf(values: Values): number {
  const words = textsOf(values).reduce((sum, text) => sum + wordsIn(text), 0);
  return Math.max(1, Math.round(words / wordsInMinute));
}

function wordsIn(text: string): number {
  if (isRichTextValue(text)) return wordsOfRichText(richTextIn(text));
  return text.match(/\S+/g)?.length ?? 0;
}

/** The first text that is long enough to describe the page, in one line; "" without one. */
export function firstTextOf(values: Values): string {
  for (const text of textsOf(values)) {
    const plain = isRichTextValue(text) ? plainTextOfRichText(richTextIn(text)) : text;
    const line = plain
      .split("\n")
      .map((each) => each.trim())
      .find(({ length }) => length >= leastDescribing);
    if (line !== undefined) return shortened(line);
  }
  return "";
}

function shortened(line: string): string {
  if (line.length <= longestFirstText) return line;
  return `${line.slice(0, longestFirstText - 1).replace(/[\p{P}\s]*\s\S*$/u, "")}…`;
}
