import {
  type FlowBlock,
  isRichTextLink,
  isRichTextPicture,
  longestPictureText,
  mostRichTextNodes,
  type RichBlock,
  type RichCell,
  type RichInline,
  type RichItem,
  type RichMark,
  type RichRow,
  type RichText,
} from "#content/rich-text/rich-text.ts";
import { withoutControls } from "#platform/texts/plain-text.ts";
import { LeftOut } from "./left-out.ts";
import { isPlainColour, isPlainGround, Styles } from "./pasted-styles.ts";

/** A text of the site, made of what another program put into the clipboard. */
export interface PastedText {
  /** The `src` of a picture that has to be uploaded is its "data:" address. */
  readonly text: RichText;
  readonly leftOut: LeftOut;
  /** True if the text has more parts than a text of the site can have; `text` is then empty. */
  readonly isTooLong: boolean;
}

/** Quotes and lists inside each other; deeper ones continue on the last level. */
const mostLevels = 10;
/** A hostile page can nest elements deeper than calls can be. */
const mostElementLevels = 400;

class TooLong extends Error {}

/**
 * HTML whose style sheets are elements without a meaning. A parser of the browser would report each
 * to the console, because the Content-Security-Policy of the panel refuses them.
 */
export function withoutStyleSheets(html: string): string {
  return html.replaceAll(/(<\/?)style\b/gi, "$1x-style");
}

/**
 * Reads only what a text of the site can hold. `origin` is the address of this site, whose links and
 * pictures are kept as paths.
 */
export function textOfHtml(body: Element, origin: string): PastedText {
  const reader = new HtmlReader(body, origin);
  try {
    const content = reader.blocksOf(body);
    return { text: { type: "doc", content }, leftOut: reader.leftOut, isTooLong: false };
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    return {
      text: { type: "doc", content: [] },
      leftOut: new LeftOut(),
      isTooLong: true,
    };
  }
}

/** What surrounds a node. */
interface Context {
  readonly marks: ReadonlySet<"bold" | "italic" | "code">;
  readonly href: string | null;
  readonly isCode: boolean;
  readonly elementLevel: number;
}

/** Blocks of one place: the top of the text, a quote, an item or a cell. */
class Place {
  readonly blocks: RichBlock[] = [];
  readonly isTop: boolean;
  readonly level: number;
  /** Level of the heading of which the words are; 0 in a paragraph. */
  heading = 0;
  #inline: RichInline[] = [];
  #listed: ListedItem[] = [];

  constructor(isTop: boolean, level: number) {
    this.isTop = isTop;
    this.level = level;
  }

  addInline(node: RichInline): void {
    const last = this.#inline.at(-1);
    // Two line ends are how some programs write a new paragraph.
    if (node.type === "hardBreak" && last?.type === "hardBreak") {
      this.endParagraph();
      return;
    }
    this.#inline.push(node);
  }

  endParagraph(): void {
    const content = trimmedInline(this.#inline);
    this.#inline = [];
    if (content.length === 0) return;
    if (this.heading === 0) this.#push({ type: "paragraph", content });
    else if (this.isTop) this.#push(headingOf(this.heading, content));
    else this.#push({ type: "paragraph", content: content.map(inBold) });
  }

  add(block: RichBlock): void {
    this.endParagraph();
    this.#push(block);
  }

  /** An item of a list that its program writes as a paragraph with a level. */
  addListed(item: ListedItem): void {
    this.endParagraph();
    this.#listed.push(item);
  }

  end(): RichBlock[] {
    this.endParagraph();
    this.#endListed();
    return this.blocks;
  }

  #push(block: RichBlock): void {
    this.#endListed();
    this.blocks.push(block);
  }

  #endListed(): void {
    const items = this.#listed;
    this.#listed = [];
    if (items.length > 0) this.blocks.push(...listsOf(items));
  }
}

interface ListedItem {
  /** From 1. */
  readonly level: number;
  readonly isOrdered: boolean;
  readonly start: number;
  readonly content: readonly FlowBlock[];
}

class HtmlReader {
  readonly leftOut = new LeftOut();
  readonly #origin: string;
  readonly #styles: Styles;
  readonly #headingShift: number;
  #nodes = 0;

  constructor(body: Element, origin: string) {
    this.#origin = origin;
    this.#styles = new Styles(body.ownerDocument);
    // The page has its title already, so that the highest headings of a text are of the second level.
    this.#headingShift = body.querySelector("h1, [role=heading][aria-level='1']") === null ? 0 : 1;
  }

  blocksOf(element: Element): RichBlock[] {
    const place = new Place(true, 0);
    this.#readChildren(element, place, {
      marks: new Set(),
      href: null,
      isCode: false,
      elementLevel: 0,
    });
    return place.end();
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > mostRichTextNodes) throw new TooLong();
  }

  #readChildren(element: Element, place: Place, context: Context): void {
    for (const node of element.childNodes) {
      if (node.nodeType === node.TEXT_NODE) this.#readText(node.nodeValue ?? "", place, context);
      else if (node.nodeType === node.ELEMENT_NODE) {
        this.#readElement(node as Element, place, context);
      }
    }
  }

  #readText(value: string, place: Place, { marks, href, isCode }: Context): void {
    const text = withoutControls(isCode ? value : value.replace(/[ \t\r\n\f\u200b]+/g, " "));
    if (text === "") return;
    this.#count();
    const names = place.heading > 0 ? [...marks].filter((mark) => mark !== "bold") : [...marks];
    const all: RichMark[] = [
      ...(href === null ? [] : [{ type: "link", attrs: { href } } as const]),
      ...names.map((type) => ({ type })),
    ];
    place.addInline({ type: "text", text, ...(all.length > 0 && { marks: all }) });
  }

  #readElement(element: Element, place: Place, outside: Context): void {
    const tag = element.localName;
    const context = { ...outside, elementLevel: outside.elementLevel + 1 };
    if (context.elementLevel > mostElementLevels) {
      this.#readText(element.textContent ?? "", place, context);
      return;
    }
    const left = this.#leftOutOf(element, tag);
    if (left !== undefined) {
      if (left !== null) this.leftOut.add(left);
      return;
    }
    switch (tag) {
      case "br":
        this.#count();
        place.addInline({ type: "hardBreak" });
        return;
      case "hr":
        if (place.isTop) place.add({ type: "horizontalRule" });
        return;
      case "img":
        this.#readPicture(element, "", place, context);
        return;
      case "pre":
        this.#readCode(element, place);
        return;
      case "ul":
      case "ol":
        this.#readList(element, place, context);
        return;
      case "li":
        this.#readLooseItem(element, place, context);
        return;
      case "blockquote":
        this.#readQuote(element, place, context);
        return;
      case "table":
        this.#readTable(element, place, context);
        return;
      case "figure":
      case "dl":
        this.#readFigure(element, place, context);
        return;
      default:
        this.#readOther(element, tag, place, context);
    }
  }

  /** The kind of an element that is left out with its content; null to say nothing about it. */
  #leftOutOf(element: Element, tag: string) {
    if (silent.has(tag)) return null;
    if (tag === "script") return "script";
    if (frames.has(tag)) return "frame";
    if (drawings.has(tag)) return "drawing";
    if (tag === "input" && element.getAttribute("type") === "hidden") return null;
    if (fields.has(tag)) return "formField";
    const style = this.#styles.of(element);
    const msoElement = style.get("mso-element");
    if (msoElement === "comment-list" || msoElement === "comment") return null;
    // The mark of a list item, whose list is kept.
    if (style.get("mso-list")?.toLowerCase() === "ignore") return null;
    if (tag === "a" && isCommentMark(element)) return "comment";
    if (element.classList.contains("MsoCommentReference")) return "comment";
    if (tag === "del" && element.hasAttribute("datetime")) return "deleted";
    const isHidden =
      style.get("display") === "none" || style.get("mso-hide") === "all" || tag === "template";
    if (isHidden || element.hasAttribute("hidden")) return saysNothing(element) ? null : "hidden";
    return undefined;
  }

  #readOther(element: Element, tag: string, place: Place, context: Context): void {
    const style = this.#styles.of(element);
    const level = headingLevelOf(element, tag);
    const inner = this.#formatted(element, tag, style, context, level > 0 || place.heading > 0);
    if (level > 0) {
      place.endParagraph();
      place.heading = Math.min(Math.max(level + this.#headingShift, 2), 4);
      this.#readChildren(element, place, inner);
      place.endParagraph();
      place.heading = 0;
      return;
    }
    if (!blocks.has(tag)) {
      const moved = tag === "sup" || tag === "sub" ? digitsIn(element, tag) : null;
      if (moved !== null) this.#readText(moved, place, inner);
      else this.#readChildren(element, place, inner);
      // LibreOffice writes nothing between the number of a footnote and its text.
      if (element.classList.contains("sdfootnotesym")) this.#readText(" ", place, inner);
      return;
    }
    const listed = wordListOf(style);
    if (listed !== null && place.level < mostLevels) {
      const item = new Place(false, place.level + 1);
      this.#readChildren(element, item, inner);
      const marker = markerOf(element);
      place.addListed({
        level: listed,
        ...kindOfMarker(marker),
        content: item.end() as FlowBlock[],
      });
      return;
    }
    place.endParagraph();
    this.#readChildren(element, place, inner);
    place.endParagraph();
  }

  /** The formatting inside an element; counts what cannot be kept. */
  #formatted(
    element: Element,
    tag: string,
    style: ReadonlyMap<string, string>,
    context: Context,
    isHeading: boolean,
  ): Context {
    const marks = new Set(context.marks);
    if (tag === "b" || tag === "strong") marks.add("bold");
    if (tag === "i" || tag === "em" || tag === "cite" || tag === "dfn") marks.add("italic");
    if (codes.has(tag)) marks.add("code");
    const weight = style.get("font-weight");
    if (weight !== undefined) {
      if (/^(bold|bolder|[6-9]\d\d)$/.test(weight)) marks.add("bold");
      else if (/^(normal|lighter|[1-5]\d\d)$/.test(weight)) marks.delete("bold");
    }
    const slant = style.get("font-style");
    if (slant === "italic" || slant === "oblique") marks.add("italic");
    else if (slant === "normal") marks.delete("italic");
    const href = tag === "a" ? this.#linkOf(element, context.href) : context.href;
    const isLinked = href !== null || element.querySelector("a[href]") !== null;
    if (!saysNothing(element)) {
      const lines = style.get("text-decoration") ?? style.get("text-decoration-line") ?? "";
      const colour = style.get("color") ?? (tag === "font" ? element.getAttribute("color") : null);
      const ground = style.get("background-color") ?? style.get("background");
      if (tag === "u" || tag === "ins" || (lines.includes("underline") && !isLinked)) {
        if (!isLinked && !element.hasAttribute("datetime")) this.leftOut.add("underline");
      }
      if (strikes.has(tag) || lines.includes("line-through")) this.leftOut.add("strike");
      const isRaised = /^(super|sub)$/.test(style.get("vertical-align") ?? "");
      const isMoved = (tag === "sup" || tag === "sub") && digitsIn(element, tag) === null;
      if ((isRaised || isMoved) && !isLinked) this.leftOut.add("raised");
      if (colour && !isLinked && !isHeading && !isPlainColour(colour)) this.leftOut.add("colour");
      const isMarked = ground === undefined ? tag === "mark" : !isPlainGround(ground);
      if (isMarked && !blocks.has(tag)) this.leftOut.add("highlight");
      const alignment = style.get("text-align") ?? element.getAttribute("align");
      if (blocks.has(tag) && /^(center|right|end)$/.test(alignment ?? "")) {
        this.leftOut.add("alignment");
      }
    }
    return { ...context, marks, href };
  }

  #linkOf(element: Element, outside: string | null): string | null {
    const written = element.getAttribute("href");
    if (written === null || written.trim() === "") return outside;
    const address = this.#onThisSite(withoutDetour(written.trim()));
    // An address within the other text, such as a footnote's.
    if (address.startsWith("#")) return null;
    if (isRichTextLink(address)) return address;
    if (!saysNothing(element)) this.leftOut.add("link");
    return null;
  }

  #onThisSite(address: string): string {
    if (!URL.canParse(address)) return address;
    const { origin, pathname, search, hash } = new URL(address);
    return origin === this.#origin ? `${pathname}${search}${hash}` : address;
  }

  #readPicture(element: Element, caption: string, place: Place, context: Context): void {
    const alt = shortened(element.getAttribute("alt") ?? "", longestPictureText.alt);
    if (element.classList.contains("emoji") || element.classList.contains("wp-smiley")) {
      this.#readText(alt, place, context);
      return;
    }
    const sides = ["width", "height"].map((side) => element.getAttribute(side));
    // A picture of one pixel counts readers.
    if (sides.every((side) => side === "0" || side === "1")) return;
    const src = this.#onThisSite((element.getAttribute("src") ?? "").trim());
    const isSent = /^data:image\/(png|jpeg|webp|avif|gif);base64,/i.test(src);
    const isOurs = src.startsWith("/") && isRichTextPicture(src);
    if (!isSent && !isOurs) {
      this.leftOut.add(/^(https?:)?\/\//i.test(src) ? "foreignPicture" : "picture");
      return;
    }
    this.#count();
    place.add({
      type: "image",
      attrs: { src, alt, caption: shortened(caption, longestPictureText.caption) },
    });
  }

  #readCode(element: Element, place: Place): void {
    const text = withoutControls((element.textContent ?? "").replaceAll("\r\n", "\n"));
    const code = text.replace(/^\n+|\s+$/g, "");
    this.#count();
    if (code !== "") place.add({ type: "codeBlock", content: [{ type: "text", text: code }] });
  }

  #readList(list: Element, place: Place, context: Context): void {
    // Word for the web writes each item as a list of its own, with its level.
    if (list.querySelector(":scope > li[data-aria-level]") !== null) {
      for (const item of list.children) this.#readElement(item, place, context);
      return;
    }
    if (place.level >= mostLevels) {
      place.endParagraph();
      this.#readChildren(list, place, context);
      place.endParagraph();
      return;
    }
    const items: { content: FlowBlock[] }[] = [];
    for (const child of list.children) {
      const isItem = child.localName === "li";
      const inside = new Place(false, place.level + 1);
      if (isItem) this.#readItem(child, inside, context);
      else this.#readElement(child, inside, context);
      const content = inside.end() as FlowBlock[];
      const last = items.at(-1);
      // Some programs write a nested list beside the items instead of inside one.
      if (!isItem && last !== undefined) last.content.push(...content);
      else if (content.length > 0) items.push({ content });
    }
    const [first, ...rest] = items.map(itemOf);
    if (first === undefined) return;
    const start = Number(list.getAttribute("start") ?? 1);
    place.add(listOf(list.localName === "ol", start, [first, ...rest]));
  }

  #readItem(element: Element, place: Place, context: Context): void {
    const style = this.#styles.of(element);
    this.#readChildren(
      element,
      place,
      this.#formatted(element, element.localName, style, context, false),
    );
  }

  #readLooseItem(element: Element, place: Place, context: Context): void {
    if (place.level >= mostLevels) {
      place.endParagraph();
      this.#readItem(element, place, context);
      place.endParagraph();
      return;
    }
    const inside = new Place(false, place.level + 1);
    this.#readItem(element, inside, context);
    const content = inside.end() as FlowBlock[];
    if (content.length === 0) return;
    const level = Number(element.getAttribute("data-aria-level") ?? 1);
    place.addListed({
      level: Math.min(Math.max(Number.isInteger(level) ? level : 1, 1), mostLevels),
      isOrdered: element.parentElement?.localName === "ol",
      start: startOf(element.parentElement?.getAttribute("start") ?? "1"),
      content,
    });
  }

  #readQuote(element: Element, place: Place, context: Context): void {
    // Emails and some pages put a whole text with headings and tables into a quote.
    const isFrame = element.querySelector("h1, h2, h3, h4, h5, h6, table") !== null;
    if (isFrame || place.level >= mostLevels) {
      place.endParagraph();
      this.#readChildren(element, place, context);
      place.endParagraph();
      return;
    }
    const inside = new Place(false, place.level + 1);
    this.#readChildren(element, inside, context);
    const content = inside.end() as FlowBlock[];
    if (content.length > 0) place.add({ type: "blockquote", content });
  }

  #readFigure(element: Element, place: Place, context: Context): void {
    const pictures = element.querySelectorAll("img");
    const [picture] = pictures;
    const caption = element.querySelector("figcaption, .wp-caption-dd, dd");
    if (picture === undefined || pictures.length > 1 || element.querySelector("table") !== null) {
      place.endParagraph();
      this.#readChildren(element, place, context);
      place.endParagraph();
      return;
    }
    this.#readPicture(picture, (caption?.textContent ?? "").replace(/\s+/g, " "), place, context);
  }

  #readTable(table: Element, place: Place, context: Context): void {
    const rows = [...table.querySelectorAll("tr")].filter((row) => row.closest("table") === table);
    const cellsOf = (row: Element) =>
      [...row.children].filter(({ localName }) => localName === "td" || localName === "th");
    const cells = rows.flatMap(cellsOf);
    const isGrid = cells.length > 1 && place.isTop;
    const caption = [...table.children].find(({ localName }) => localName === "caption");
    if (caption !== undefined) this.#readElement(caption, place, context);
    if (!isGrid) {
      if (cells.length > 1) this.leftOut.add("nestedTable");
      place.endParagraph();
      for (const cell of cells) {
        this.#readChildren(cell, place, context);
        place.endParagraph();
      }
      return;
    }
    const read = rows.flatMap((row, index): RichRow[] => {
      const content = cellsOf(row).map((cell) => this.#cellOf(cell, rows.length - index, context));
      return content.length === 0 ? [] : [{ type: "tableRow", content }];
    });
    if (read.length > 0) place.add({ type: "table", content: read });
  }

  #cellOf(cell: Element, rowsBelow: number, context: Context): RichCell {
    this.#count();
    const inside = new Place(false, 1);
    this.#readChildren(cell, inside, context);
    const content = inside.end() as FlowBlock[];
    const isHead = cell.localName === "th" || cell.closest("thead") !== null;
    return {
      type: isHead ? "tableHeader" : "tableCell",
      attrs: {
        colspan: spanOf(cell.getAttribute("colspan"), 50),
        rowspan: spanOf(cell.getAttribute("rowspan"), rowsBelow),
      },
      content: content.length === 0 ? [{ type: "paragraph" }] : content,
    };
  }
}

const silent = new Set(
  "style x-style title meta link head noscript template base colgroup xml".split(" "),
);
const frames = new Set("iframe frame embed object applet video audio".split(" "));
const drawings = new Set(["svg", "math", "canvas"]);
const fields = new Set(["input", "select", "textarea", "button"]);
const codes = new Set(["code", "kbd", "samp", "tt"]);
const strikes = new Set(["s", "strike", "del"]);
const blocks = new Set(
  "address article aside body caption center dd details dialog div dt fieldset figcaption footer form header hgroup legend main nav p section summary td th tr tbody thead tfoot".split(
    " ",
  ),
);

const raisedDigits = { sup: "⁰¹²³⁴⁵⁶⁷⁸⁹", sub: "₀₁₂₃₄₅₆₇₈₉" } as const;

/** A raised or lowered number in the characters that are one; null for other text. */
function digitsIn(element: Element, tag: "sup" | "sub"): string | null {
  const text = (element.textContent ?? "").trim();
  if (!/^\d+$/.test(text)) return null;
  return text.replace(/\d/g, (digit) => raisedDigits[tag][Number(digit)] ?? digit);
}

function headingLevelOf(element: Element, tag: string): number {
  if (/^h[1-6]$/.test(tag)) return Number(tag[1]);
  if (element.getAttribute("role") !== "heading") return 0;
  return Number(element.getAttribute("aria-level") ?? 2) || 2;
}

/** True for the mark of a comment of Word or Google Docs. */
function isCommentMark(element: Element): boolean {
  const href = element.getAttribute("href") ?? "";
  return element.classList.contains("msocomanchor") || /#(_msocom_|cmnt)/.test(href);
}

function saysNothing(element: Element): boolean {
  return (element.textContent ?? "").trim() === "";
}

/** Level of a paragraph that Word means as an item of a list; null for another. */
function wordListOf(style: ReadonlyMap<string, string>): number | null {
  const level = /\blevel(\d)\b/i.exec(style.get("mso-list") ?? "")?.[1];
  return level === undefined ? null : Math.max(Number(level), 1);
}

function markerOf(element: Element): string {
  const marker = [...element.querySelectorAll("span")].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
  );
  return (marker?.textContent ?? "").trim();
}

function kindOfMarker(marker: string): { isOrdered: boolean; start: number } {
  const number = /^\(?(\d{1,6}|[a-z]{1,4})[.)]/i.exec(marker)?.[1];
  return { isOrdered: number !== undefined, start: startOf(number ?? "1") };
}

function startOf(number: string): number {
  return /^\d{1,6}$/.test(number) ? Number(number) : 1;
}

function spanOf(value: string | null, most: number): number {
  const span = Number(value ?? 1);
  return Number.isInteger(span) ? Math.min(Math.max(span, 1), Math.max(most, 1)) : 1;
}

function shortened(text: string, most: number): string {
  return withoutControls(text.trim().slice(0, most));
}

/** The address behind one through which Google Docs and Outlook lead their readers. */
function withoutDetour(address: string): string {
  if (!URL.canParse(address)) return address;
  const { hostname, pathname, searchParams } = new URL(address);
  const isGoogle = /^www\.google\.[a-z.]+$/.test(hostname) && pathname === "/url";
  const isOutlook = hostname.endsWith(".safelinks.protection.outlook.com");
  const behind = isGoogle ? searchParams.get("q") : isOutlook ? searchParams.get("url") : null;
  return behind ?? address;
}

/** Without spaces and line ends at both ends, and with one space where there were several. */
function trimmedInline(nodes: readonly RichInline[]): RichInline[] {
  const kept: RichInline[] = [];
  for (const node of nodes) {
    const last = kept.at(-1);
    if (node.type === "hardBreak") {
      if (last?.type === "text")
        kept.splice(-1, 1, ...withText(last, last.text.replace(/ +$/, "")));
      if (kept.length > 0) kept.push(node);
      continue;
    }
    const isAfterSpace = last === undefined || last.type === "hardBreak" || /\s$/.test(last.text);
    const text = node.text.replace(/[ \u00a0]{2,}/g, " ");
    const [shown] = withText(node, isAfterSpace ? text.replace(/^[ \u00a0]+/, "") : text);
    if (shown === undefined) continue;
    if (last?.type === "text" && JSON.stringify(last.marks) === JSON.stringify(shown.marks)) {
      kept.splice(-1, 1, { ...last, text: last.text + shown.text });
    } else kept.push(shown);
  }
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    if (last.type === "hardBreak") {
      kept.pop();
      continue;
    }
    const ended = withText(last, last.text.replace(/\s+$/, ""));
    kept.splice(-1, 1, ...ended);
    if (ended.length > 0) break;
  }
  return kept;
}

function withText<Node extends { readonly text: string }>(node: Node, text: string): Node[] {
  return text === "" ? [] : [{ ...node, text }];
}

function headingOf(level: number, content: readonly RichInline[]): RichBlock {
  return { type: "heading", attrs: { level: level as 2 | 3 | 4 }, content };
}

function inBold(node: RichInline): RichInline {
  if (node.type !== "text") return node;
  const marks = (node.marks ?? []).filter(({ type }) => type !== "bold");
  return { ...node, marks: [...marks, { type: "bold" }] };
}

/** An item begins with a paragraph. */
function itemOf({ content }: { readonly content: readonly FlowBlock[] }): RichItem {
  const begins = content[0]?.type === "paragraph";
  return { type: "listItem", content: begins ? content : [{ type: "paragraph" }, ...content] };
}

function listOf(isOrdered: boolean, start: number, content: readonly RichItem[]): FlowBlock {
  if (!isOrdered) return { type: "bulletList", content };
  const isUsable = Number.isInteger(start) && start >= 0 && start <= 1_000_000;
  return { type: "orderedList", attrs: { start: isUsable ? start : 1 }, content };
}

/** Lists of items that follow each other, each with its level. */
function listsOf(items: readonly ListedItem[]): FlowBlock[] {
  const lists: FlowBlock[] = [];
  let index = 0;
  while (index < items.length) {
    const first = items[index] as ListedItem;
    const content: RichItem[] = [];
    for (let item = items[index]; item !== undefined; item = items[index]) {
      if (item.level < first.level) break;
      if (item.level === first.level && item.isOrdered !== first.isOrdered) break;
      let end = index + 1;
      while ((items[end]?.level ?? 0) > first.level) end += 1;
      content.push(itemOf({ content: [...item.content, ...listsOf(items.slice(index + 1, end))] }));
      index = end;
    }
    lists.push(listOf(first.isOrdered, first.start, content));
  }
  return lists;
}
