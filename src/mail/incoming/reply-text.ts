import { trimmed } from "#platform/texts/plain-text.ts";
import { hasMarker } from "./reply-marker.ts";

export interface Reply {
  /**
   * What the person wrote. Contains a quote, as lines that begin with ">", if answers stand between
   * its lines or if the quote may be what the person wants to send.
   */
  readonly text: string;
  /** The email of the site that the person answers, where no line is marked as quoted. */
  readonly quoted: string;
}

/**
 * Separates the words of a person from the email of the site that they answer. Recognises quotes by
 * their shape, because programs write their introductions in all languages. `siteDomains` are the
 * domains of the addresses to which the email was sent.
 */
export function replyIn(original: string, siteDomains: readonly string[]): Reply {
  // Programs put direction marks around the names and addresses of introductions.
  const lines = original.split("\n");
  const shapes = lines.map((line) => line.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ""));
  const mail = { lines, shapes, siteDomains };
  const marker = shapes.findIndex((line) => !isQuoted(line) && hasMarker(line));
  const end = marker === -1 ? startOfUnmarkedQuote(mail) : startOfIntroduction(mail, marker);
  const above = end === -1 ? mail : cutAt(mail, end);
  const text = trimmed(withoutQuotes(above));
  if (end === -1) return { text, quoted: "" };
  // Below an introduction without the line, an email without words above may be a forwarded one.
  if (text === "" && marker === -1) return { text: trimmed(original), quoted: "" };
  return { text, quoted: lines.slice(Math.max(marker + 1, end)).join("\n") };
}

interface MailLines {
  readonly lines: readonly string[];
  /** The lines without direction marks. */
  readonly shapes: readonly string[];
  readonly siteDomains: readonly string[];
}

function cutAt({ lines, shapes, siteDomains }: MailLines, end: number): MailLines {
  return { lines: lines.slice(0, end), shapes: shapes.slice(0, end), siteDomains };
}

const isQuoted = (line: string) => /^\s*[>＞]/.test(line);

/** Lines without words, such as ">" or "_____". */
const isFilling = (line: string) => /^[\s>＞|*_=-]*$/.test(line);
/** A line with words between dashes, such as "-----Original Message-----". */
const isSeparator = (line: string) => /^[\s>＞*]*-{2,}\s*[^\s-].{0,80}-{2,}\s*$/.test(line);
/** A line of the preview text that emails of earlier versions have above the marker. */
const isPreheader = (line: string) => line.includes("\u034f");

/** A year, a day or a time, in the digits of any language. */
const moment =
  /(?<!\p{Nd})(?:(?:19|20)\d\d|[^\P{Nd}0-9]{4}|\p{Nd}{1,2}[:.]\p{Nd}{2}|\p{Nd}{1,2}\/\p{Nd}{1,2})(?!\p{Nd})/u;
const address = /[\w.+-]{1,100}@([\w-]+(?:\.[\w-]+)+)/g;
/** The part of a reply address that is signed. */
const replyToken = /\+[ct]\d{1,9}-[0-9a-v]{24}/i;

/** "From: …", "Skickat: …" or "件名：…": a label of a few words, a colon and a value. */
const isHeaderLine = (line: string) =>
  /^[\s>＞*_]*\p{L}[\p{L}\p{M}\p{N} .'’/()-]{0,30}[*_]*\s?[:：][*_]*\s?\S/u.test(line);

type Origin = "site" | "other" | "unknown";

/** Whose addresses are in an introduction. */
function originOf(introduction: string, siteDomains: readonly string[]): Origin {
  if (replyToken.test(introduction)) return "site";
  const domains = [...introduction.matchAll(address)].map(([, domain = ""]) =>
    domain.toLowerCase(),
  );
  if (domains.length === 0) return "unknown";
  return domains.some((domain) => siteDomains.includes(domain)) ? "site" : "other";
}

/** Number of lines from `start` that look like the headers of an email; 0 if they do not. */
function lengthOfHeaders({ shapes }: MailLines, start: number): number {
  let end = start;
  while (end < shapes.length && isHeaderLine(shapes[end] ?? "")) end += 1;
  const text = shapes.slice(start, end).join("\n");
  const isLong = end - start >= (text.search(address) === -1 ? 3 : 2);
  return isLong && moment.test(text) ? end - start : 0;
}

/** Longer introductions are not written by programs. */
const longestIntroduction = 600;

/** "On 3 March 2026 at 10:12, Furrow <reply@example.com> wrote:", also in other languages. */
function isAttribution(text: string): boolean {
  if (text.length > longestIntroduction || !/[:：]\s*$/.test(text)) return false;
  return moment.test(text) && text.trim().split(/\s+/).length > 1;
}

/**
 * Number of lines before `end` that introduce a quote. A long attribution is wrapped to two or three
 * lines, the first of which follows an empty line.
 */
function lengthOfAttribution({ shapes }: MailLines, end: number): number {
  for (const count of [1, 2, 3]) {
    const lines = shapes.slice(Math.max(0, end - count), end);
    if (lines.length < count || lines.some((line) => line.trim() === "")) return 0;
    const text = lines.join(" ");
    const isAfterWords = (shapes[end - count - 1] ?? "").trim() !== "";
    if (isAttribution(text) && (!isAfterWords || text.search(address) !== -1)) return count;
  }
  return 0;
}

function lastWords({ shapes }: MailLines, end: number): number {
  let last = end;
  while (last > 0 && (isFilling(shapes[last - 1] ?? "") || isPreheader(shapes[last - 1] ?? ""))) {
    last -= 1;
  }
  return last;
}

/** The first line of what a program wrote above the marker: an attribution, headers, a separator. */
function startOfIntroduction(mail: MailLines, marker: number): number {
  let start = lastWords(mail, marker);
  const attribution = lengthOfAttribution(mail, start);
  if (attribution > 0) {
    start -= attribution;
  } else {
    let first = start;
    while (first > 0 && isHeaderLine(mail.shapes[first - 1] ?? "")) first -= 1;
    if (lengthOfHeaders(mail, first) === start - first) start = first;
  }
  start = lastWords(mail, start);
  if (start > 0 && isSeparator(mail.shapes[start - 1] ?? "")) start = lastWords(mail, start - 1);
  return start;
}

/**
 * The first line of a quote of the site's email in which no line is marked, not even by the marker;
 * -1 without one. The introduction must have an address of the site.
 */
function startOfUnmarkedQuote(mail: MailLines): number {
  const { shapes, siteDomains } = mail;
  for (const [index, line] of shapes.entries()) {
    if (isQuoted(line)) continue;
    const before = shapes[index - 1] ?? "";
    if (isHeaderLine(line) && (isFilling(before) || isSeparator(before))) {
      const length = lengthOfHeaders(mail, index);
      const headers = shapes.slice(index, index + length).join("\n");
      // A person also writes two such lines, but no signed address.
      const isIntroduction = length > 2 || replyToken.test(headers || line);
      if (isIntroduction && originOf(headers || line, siteDomains) === "site") {
        return startOfIntroduction(mail, index);
      }
    }
    const attribution = lengthOfAttribution(mail, index + 1);
    const text = shapes.slice(index + 1 - attribution, index + 1).join(" ");
    if (
      attribution > 0 &&
      !isQuotedBelow(shapes, index) &&
      originOf(text, siteDomains) === "site"
    ) {
      return lastWords(mail, index + 1 - attribution);
    }
  }
  return -1;
}

/** Whether the next words are quoted, or there are none. */
function isQuotedBelow(shapes: readonly string[], index: number): boolean {
  let next = index + 1;
  while (next < shapes.length && (shapes[next] ?? "").trim() === "") next += 1;
  return next === shapes.length || isQuoted(shapes[next] ?? "");
}

interface Segment {
  readonly lines: readonly string[];
  /** Null for words of the person. */
  readonly quoteOf: Origin | null;
}

/**
 * Removes the quote of the site's email if all words of the person stand above or below; otherwise
 * the quote stays, because answers between its lines need it. Other quotes stay.
 */
function withoutQuotes(mail: MailLines): string {
  const segments = segmentsOf(mail);
  const hasWords = ({ lines }: Segment) => lines.some((line) => line.trim() !== "");
  const isOfSite = ({ quoteOf }: Segment) => quoteOf === "site";
  const end = segments.findLastIndex((segment) => hasWords(segment) && !isOfSite(segment)) + 1;
  const kept = segments.slice(0, end);
  const first = kept.findIndex(hasWords);
  const isAboveWords = first !== -1 && isOfSite(kept[first] as Segment);
  const shown = isAboveWords && kept.filter(isOfSite).length === 1 ? kept.slice(first + 1) : kept;
  return shown.flatMap(shownLines).join("\n");
}

function shownLines({ lines, quoteOf }: Segment): readonly string[] {
  if (quoteOf !== "site") return lines;
  const marked = lines.filter((line) => !hasMarker(line) && !isPreheader(line)).map(asQuoted);
  const first = marked.findIndex((line) => !isFilling(line));
  return marked.slice(Math.max(first, 0), marked.findLastIndex((line) => !isFilling(line)) + 1);
}

function asQuoted(line: string): string {
  if (isQuoted(line)) return line;
  return line.trim() === "" ? ">" : `> ${line}`;
}

/** Splits the lines into quotes, each with its introduction, and the words between them. */
function segmentsOf(mail: MailLines): readonly Segment[] {
  const { lines, shapes, siteDomains } = mail;
  const segments: Segment[] = [];
  let isSiteQuoted = false;
  let from = 0;
  for (let start = 0; start < lines.length; start += 1) {
    if (!isQuoted(shapes[start] ?? "")) continue;
    const end = endOfQuote(shapes, start);
    const text = shapes.slice(start, end).join("\n");
    const isMarked = hasMarker(text);
    const above = lastEmpty(shapes, start);
    const attribution = lengthOfAttribution(mail, above);
    const unmarked = attribution === 0 ? start : above - attribution;
    let begin = Math.max(from, isMarked ? startOfIntroduction(mail, start) : unmarked);
    while (begin < start && (shapes[begin] ?? "").trim() === "") begin += 1;
    const introduction = shapes.slice(begin, start).join(" ");
    const origin = isMarked || replyToken.test(text) ? "site" : originOf(introduction, siteDomains);
    // An attribution without an address names a person only, as many programs do.
    const isOfSite: boolean =
      origin === "site" || (origin === "unknown" && (attribution > 0 || isSiteQuoted));
    isSiteQuoted ||= isOfSite;
    segments.push({ lines: lines.slice(from, begin), quoteOf: null });
    segments.push({ lines: lines.slice(begin, end), quoteOf: isOfSite ? "site" : origin });
    from = end;
    start = end - 1;
  }
  return [...segments, { lines: lines.slice(from), quoteOf: null }];
}

function endOfQuote(shapes: readonly string[], start: number): number {
  let end = start + 1;
  for (let index = end; index < shapes.length; index += 1) {
    const line = shapes[index] ?? "";
    if (isQuoted(line)) end = index + 1;
    else if (line.trim() !== "") break;
  }
  return end;
}

function lastEmpty(shapes: readonly string[], start: number): number {
  let above = start;
  while (above > 0 && (shapes[above - 1] ?? "").trim() === "") above -= 1;
  return above;
}
