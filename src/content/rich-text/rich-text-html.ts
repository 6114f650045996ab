import { escapeHtml } from "#platform/texts/escape-html.ts";
import { isPageTarget } from "../model/links.ts";
import type {
  RichBlock,
  RichCell,
  RichInline,
  RichPicture,
  RichText,
  RichWords,
} from "./rich-text.ts";

interface HtmlOptions {
  /** Whole address of a link or a picture, because a reader shows the text outside the site. */
  readonly absolute: (address: string) => string;
  /** Text of the library for a picture without one of its own. */
  readonly altOf: (address: string) => string;
}

/** A text as plain HTML, without classes and scripts, for programs that show it elsewhere. */
export function richTextHtml(text: RichText, options: HtmlOptions): string {
  return text.content.map((block) => blockOf(block, options)).join("\n");
}

export function pictureHtml(
  { src, alt, caption }: RichPicture["attrs"],
  { absolute, altOf }: HtmlOptions,
): string {
  const image = `<img src="${escapeHtml(absolute(src))}" alt="${escapeHtml(alt || altOf(src))}"/>`;
  const words = caption === "" ? "" : element("figcaption", escapeHtml(caption));
  return element("figure", `${image}${words}`);
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function blockOf(block: RichBlock, options: HtmlOptions): string {
  const flow = (content: readonly RichBlock[]) =>
    content.map((each) => blockOf(each, options)).join("");
  switch (block.type) {
    case "paragraph":
      // What an extra Enter leaves.
      return (block.content ?? []).length === 0
        ? ""
        : element("p", inlineOf(block.content, options));
    case "heading":
      return element(`h${block.attrs.level}`, inlineOf(block.content, options));
    case "bulletList":
      return element(
        "ul",
        block.content.map(({ content }) => element("li", flow(content))).join(""),
      );
    case "orderedList": {
      const items = block.content.map(({ content }) => element("li", flow(content))).join("");
      return `<ol start="${block.attrs?.start ?? 1}">${items}</ol>`;
    }
    case "blockquote":
      return element("blockquote", flow(block.content));
    case "codeBlock": {
      const code = (block.content ?? []).map(({ text }) => escapeHtml(text)).join("");
      return element("pre", element("code", code));
    }
    case "horizontalRule":
      return "<hr/>";
    case "image":
      return pictureHtml(block.attrs, options);
    case "table": {
      const rows = block.content.map(({ content }) =>
        element("tr", content.map((cell) => cellOf(cell, flow(cell.content))).join("")),
      );
      return element("table", rows.join(""));
    }
  }
}

function cellOf({ type, attrs }: RichCell, content: string): string {
  const name = type === "tableHeader" ? "th" : "td";
  const { colspan = 1, rowspan = 1 } = attrs ?? {};
  const spans = `${colspan > 1 ? ` colspan="${colspan}"` : ""}${rowspan > 1 ? ` rowspan="${rowspan}"` : ""}`;
  return `<${name}${spans}>${content}</${name}>`;
}

function inlineOf(content: readonly RichInline[] = [], options: HtmlOptions): string {
  return content
    .map((node) => (node.type === "hardBreak" ? "<br/>" : wordsOf(node, options)))
    .join("");
}

const elements = { bold: "strong", italic: "em", code: "code" } as const;

function wordsOf({ text, marks = [] }: RichWords, { absolute }: HtmlOptions): string {
  return marks.reduce((inner, mark) => {
    if (mark.type !== "link") return element(elements[mark.type], inner);
    const { href } = mark.attrs;
    // The page of such a link is gone.
    return isPageTarget(href) ? inner : `<a href="${escapeHtml(absolute(href))}">${inner}</a>`;
  }, escapeHtml(text));
}
