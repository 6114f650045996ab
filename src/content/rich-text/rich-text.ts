import { z } from "zod";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { isContentLink, isImageAddress, isPageTarget } from "../model/links.ts";

/**
 * A text with headings, lists, pictures and tables, as a tree that has no place for anything else.
 * Its JSON is the value of a field of kind `richText`, and what the editor of the panel reads and
 * writes. Headings, tables and rules stand at the top only, so that a text has one clear outline.
 */
export interface RichText {
  readonly type: "doc";
  readonly content: readonly RichBlock[];
}

export type RichBlock = FlowBlock | RichHeading | RichTable | RichRule;

/** What quotes, items of lists and cells of tables can hold. */
export type FlowBlock = RichParagraph | RichList | RichQuote | RichCode | RichPicture;

interface RichParagraph {
  readonly type: "paragraph";
  readonly content?: readonly RichInline[] | undefined;
}

interface RichHeading {
  readonly type: "heading";
  readonly attrs: { readonly level: 2 | 3 | 4 };
  readonly content?: readonly RichInline[] | undefined;
}

type RichList =
  | { readonly type: "bulletList"; readonly content: readonly RichItem[] }
  | {
      readonly type: "orderedList";
      readonly attrs?: { readonly start: number } | undefined;
      readonly content: readonly RichItem[];
    };

export interface RichItem {
  readonly type: "listItem";
  /** The first is a paragraph. */
  readonly content: readonly FlowBlock[];
}

interface RichQuote {
  readonly type: "blockquote";
  readonly content: readonly FlowBlock[];
}

interface RichCode {
  readonly type: "codeBlock";
  readonly content?: readonly RichWords[] | undefined;
}

interface RichRule {
  readonly type: "horizontalRule";
}

export interface RichPicture {
  readonly type: "image";
  readonly attrs: {
    readonly src: string;
    /** "" for the text that the picture has in the library. */
    readonly alt: string;
    readonly caption: string;
  };
}

export interface RichTable {
  readonly type: "table";
  readonly content: readonly RichRow[];
}

export interface RichRow {
  readonly type: "tableRow";
  readonly content: readonly RichCell[];
}

export interface RichCell {
  readonly type: "tableHeader" | "tableCell";
  readonly attrs?: { readonly colspan: number; readonly rowspan: number } | undefined;
  readonly content: readonly FlowBlock[];
}

export type RichInline = RichWords | { readonly type: "hardBreak" };

export interface RichWords {
  readonly type: "text";
  readonly text: string;
  readonly marks?: readonly RichMark[] | undefined;
}

export type RichMark =
  | { readonly type: "bold" | "italic" | "code" }
  | { readonly type: "link"; readonly attrs: { readonly href: string } };

export const mostRichTextNodes = 20_000;
/** Levels of lists, quotes and cells inside each other. */
export const mostRichTextLevels = 40;

export const longestPictureText = { alt: 300, caption: 500 } as const;
const longestAddress = 2000;

/** True for an address that a link in a text can have. */
export function isRichTextLink(value: string): boolean {
  return value.length <= longestAddress && (isContentLink(value) || isPageTarget(value));
}

/** True for an address that a picture in a text can have. */
export function isRichTextPicture(value: string): boolean {
  return value.length <= longestAddress && isImageAddress(value);
}

const plain = (most: number, noun: string) =>
  z
    .string()
    .max(most, `${noun} can have at most ${most} characters`)
    .refine(isPlainText, `${noun} has characters that cannot be shown`);

const markSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal(["bold", "italic", "code"]) }),
  z.strictObject({
    type: z.literal("link"),
    attrs: z.strictObject({
      href: z
        .string()
        .refine(
          isRichTextLink,
          "a link must be a page, a web address (https://…), mailto:, tel:, or a path on this site",
        ),
    }),
  }),
]);

const wordsSchema = z.strictObject({
  type: z.literal("text"),
  text: plain(Number.POSITIVE_INFINITY, "the text").min(1, "a text must have at least one letter"),
  marks: z
    .array(markSchema)
    .refine(
      (marks) => new Set(marks.map(({ type }) => type)).size === marks.length,
      "a text can be formatted in each way only once",
    )
    .optional(),
});

const inline = z
  .array(
    z.discriminatedUnion("type", [wordsSchema, z.strictObject({ type: z.literal("hardBreak") })]),
  )
  .optional();

const flowSchemas = [
  z.strictObject({ type: z.literal("paragraph"), content: inline }),
  z.strictObject({
    type: z.literal("bulletList"),
    content: z.lazy(() => z.array(itemSchema).min(1)),
  }),
  z.strictObject({
    type: z.literal("orderedList"),
    attrs: z.strictObject({ start: z.int().min(0).max(1_000_000) }).optional(),
    content: z.lazy(() => z.array(itemSchema).min(1)),
  }),
  z.strictObject({ type: z.literal("blockquote"), content: z.lazy(() => flow) }),
  z.strictObject({
    type: z.literal("codeBlock"),
    content: z
      .array(wordsSchema.refine(({ marks = [] }) => marks.length === 0, "code has no formatting"))
      .optional(),
  }),
  z.strictObject({
    type: z.literal("image"),
    attrs: z.strictObject({
      src: z
        .string()
        .refine(
          isRichTextPicture,
          "a picture must have the address of a picture (https://… or /…)",
        ),
      alt: plain(longestPictureText.alt, "the alt text"),
      caption: plain(longestPictureText.caption, "the caption"),
    }),
  }),
] as const;

const flow: z.ZodType<readonly FlowBlock[]> = z
  .array(z.discriminatedUnion("type", flowSchemas))
  .min(1);

const itemSchema: z.ZodType<RichItem> = z.strictObject({
  type: z.literal("listItem"),
  content: flow.refine(
    ([first]) => first?.type === "paragraph",
    "an item of a list must begin with a paragraph",
  ),
});

const cellSchema = z.strictObject({
  type: z.literal(["tableHeader", "tableCell"]),
  attrs: z
    .strictObject({ colspan: z.int().min(1).max(100), rowspan: z.int().min(1).max(1000) })
    .optional(),
  content: flow,
});

const rowSchema = z.strictObject({
  type: z.literal("tableRow"),
  content: z.array(cellSchema).min(1),
});

const richTextSchema: z.ZodType<RichText> = z.strictObject({
  type: z.literal("doc"),
  content: z
    .array(
      z.discriminatedUnion("type", [
        ...flowSchemas,
        z.strictObject({
          type: z.literal("heading"),
          attrs: z.strictObject({ level: z.literal([2, 3, 4]) }),
          content: inline,
        }),
        z.strictObject({ type: z.literal("horizontalRule") }),
        z.strictObject({ type: z.literal("table"), content: z.array(rowSchema).min(1) }),
      ]),
    )
    .min(1),
});

const noText: RichText = { type: "doc", content: [] };

/** The text in the value of a field; without content for "" and for a value that is no such text. */
export function richTextIn(value: string): RichText {
  const tree = value === "" ? undefined : parsedTree(value);
  if (tree === undefined || faultOfSize(tree) !== null) return noText;
  return richTextSchema.safeParse(tree).data ?? noText;
}

/** The value of a field for a text; "" for a text without words, pictures and tables. */
export function richTextOf(text: RichText): string {
  const isEmpty = text.content.every(
    (block) => block.type === "paragraph" && (block.content ?? []).length === 0,
  );
  return isEmpty ? "" : JSON.stringify(text);
}

/** Why a value is no text of the allowed tree, as the end of a sentence that begins with the label. */
export function faultOfRichText(value: string): string | null {
  const tree = parsedTree(value);
  if (tree === undefined) return "must be a text of this site, which is a tree in JSON";
  const sizeFault = faultOfSize(tree);
  if (sizeFault !== null) return sizeFault;
  const { error } = richTextSchema.safeParse(tree);
  const issue = error?.issues[0];
  if (issue === undefined) return null;
  const place = issue.path.length === 0 ? "" : `, in ${issue.path.join(".")}`;
  return issue.code === "custom" || (issue.code === "too_big" && issue.origin === "string")
    ? `cannot be used: ${issue.message}${place}`
    : `has something that a text of this site cannot hold${place}`;
}

function parsedTree(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/**
 * Why a tree is too large. It is asked before the schema, which calls itself for each level, and
 * stops at the limit.
 */
function faultOfSize(tree: unknown): string | null {
  const open: { node: unknown; level: number }[] = [{ node: tree, level: 0 }];
  let nodes = 1;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, level } = next;
    if (level > mostRichTextLevels) {
      return `has more than ${mostRichTextLevels} levels of lists and quotes inside each other`;
    }
    const content =
      typeof node === "object" && node !== null && "content" in node ? node.content : [];
    if (!Array.isArray(content)) continue;
    nodes += content.length;
    if (nodes > mostRichTextNodes) {
      return `has more than ${mostRichTextNodes.toLocaleString("en-US")} parts, such as paragraphs and cells of tables: divide it into several texts`;
    }
    for (const child of content) open.push({ node: child, level: level + 1 });
  }
  return null;
}

type AnyNode = RichText | RichBlock | RichItem | RichRow | RichCell | RichInline;

function childrenOf(node: AnyNode): readonly AnyNode[] {
  return "content" in node ? (node.content ?? []) : [];
}

function* nodesIn(node: AnyNode): Generator<AnyNode> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesIn(child);
}

/** The words of a text without formatting, with a line for each paragraph, heading, item and cell. */
export function plainTextOfRichText(text: RichText): string {
  const lines: string[] = [];
  for (const node of nodesIn(text)) {
    if (node.type === "paragraph" || node.type === "heading" || node.type === "codeBlock") {
      lines.push((node.content ?? []).map(wordsOf).join(""));
    } else if (node.type === "image") {
      lines.push(node.attrs.caption);
    }
  }
  return lines.filter((line) => line.trim() !== "").join("\n");
}

function wordsOf(node: RichInline): string {
  return node.type === "text" ? node.text : "\n";
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** How many words a text has, in any language: some write no spaces between words. */
export function wordsOfRichText(text: RichText): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(plainTextOfRichText(text))) {
    if (isWordLike) words += 1;
  }
  return words;
}

export function picturesInRichText(text: RichText): readonly RichPicture["attrs"][] {
  return [...nodesIn(text)].flatMap((node) => (node.type === "image" ? [node.attrs] : []));
}

/** The addresses to which a text links, in the order of the text; also "page:" and an id. */
export function linksInRichText(text: RichText): readonly string[] {
  const links = [...nodesIn(text)].flatMap((node) => (node.type === "text" ? linkOf(node) : []));
  return [...new Set(links)];
}

function linkOf({ marks = [] }: RichWords): readonly string[] {
  return marks.flatMap((mark) => (mark.type === "link" ? [mark.attrs.href] : []));
}

/** A text with other addresses in its links. A link whose address becomes "" leaves its words. */
export function withLinks(text: RichText, addressOf: (href: string) => string): RichText {
  return mappedNode(text, (words) => {
    if (linkOf(words).length === 0) return words;
    const marks = (words.marks ?? []).flatMap((mark): readonly RichMark[] => {
      if (mark.type !== "link") return [mark];
      const href = addressOf(mark.attrs.href);
      return href === "" ? [] : [{ type: "link", attrs: { href } }];
    });
    return { ...words, marks };
  });
}

/** Applies `change` to all words; a node without a changed one is the same object as before. */
function mappedNode<Node extends AnyNode>(
  node: Node,
  change: (words: RichWords) => RichWords,
): Node {
  if (node.type === "text") return change(node) as Node;
  const children = childrenOf(node);
  const mapped = children.map((child) => mappedNode(child, change));
  return mapped.every((child, index) => child === children[index])
    ? node
    : ({ ...node, content: mapped } as Node);
}
