import { trimmed } from "../../platform/texts/plain-text.ts";
import { replyMarker } from "../templates/email.ts";

/**
 * The text above the quoted email: everything before the marker line. Without a marker line, cuts
 * off only a quote at the end, because the reply may stand between quoted lines.
 */
export function replyIn(original: string): string {
  const lines = original.split("\n");
  const marker = lines.findIndex((line) => line.replace(/\s+/g, " ").includes(replyMarker));
  const above = marker === -1 ? withoutQuoteAtEnd(lines) : lines.slice(0, marker);
  return trimmed(above === lines ? original : withoutIntroduction(above).join("\n"));
}

function withoutQuoteAtEnd(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => !isQuoted(line) && line.trim() !== "");
  return lines.slice(end + 1).some(isQuoted) ? lines.slice(0, end + 1) : lines;
}

const isQuoted = (line: string) => /^\s*>/.test(line);

/** Lines without words of their own between a reply and its quote, such as ">" or "_____". */
const filling = /^[\s>|*_=-]*$/;
/** "On 3 March 2026 at 10:12, Furrow <reply@example.com> wrote:", also in other languages. */
const introduction = /^[\s>]*\S.{0,300}(\d{4}|\d:\d\d|@).{0,300}:\s*$/s;
/** The headers of the quoted email, which Outlook repeats above the quote. */
const header =
  /^[\s>*]*(From|Sent|To|Cc|Subject|Date|Von|Gesendet|An|Betreff|Datum|De|Envoyé|À|Objet|Fra|Til|Emne|Sendt|Dato)\s?\*?:/;
const separator = /^[\s>]*-{2,}[^-].*-{2,}\s*$/;

/** Removes the lines that introduce a quote, such as "On 3 March … wrote:". */
function withoutIntroduction(above: readonly string[]): readonly string[] {
  const kept = withoutFilling(above);
  let end = kept.length;
  while (end > 0 && header.test(kept[end - 1] ?? "")) end -= 1;
  const isHeaderBlock = kept.length - end >= 2;
  const rest = withoutFilling(isHeaderBlock ? kept.slice(0, end) : kept);
  if (separator.test(rest.at(-1) ?? "")) return withoutFilling(rest.slice(0, -1));
  if (isHeaderBlock) return rest;
  // Long introductions are wrapped to two or three lines, the first of which follows an empty line.
  for (const count of [1, 2, 3]) {
    const tail = rest.slice(-count);
    const before = rest.at(-count - 1)?.trim() ?? "";
    if (tail.length === count && before === "" && introduction.test(tail.join(" "))) {
      return withoutFilling(rest.slice(0, -count));
    }
  }
  return rest;
}

function withoutFilling(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => !filling.test(line)) + 1);
}
