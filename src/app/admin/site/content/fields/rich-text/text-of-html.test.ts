import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import {
  faultOfRichText,
  mostRichTextNodes,
  type RichBlock,
  type RichCell,
  type RichInline,
  type RichItem,
  type RichRow,
} from "#content/rich-text/rich-text.ts";
import { textOfHtml, withoutStyleSheets } from "./text-of-html.ts";

const origin = "https://furrow.example";

function textOf(html: string) {
  return textOfHtml(new JSDOM(withoutStyleSheets(html)).window.document.body, origin);
}

const samples = new URL("../../../../../../../tests/support/pasted/", import.meta.url);
const sample = (name: string) => readFileSync(new URL(`${name}.html`, samples), "utf8");

type Node = RichBlock | RichItem | RichRow | RichCell | RichInline;

const signs = { bold: "**", italic: "_", code: "`" } as const;

/** A short notation of a text, with a line for each block. */
function inWords(node: Node, indent = ""): string {
  const inside = (nodes: readonly Node[] | undefined) =>
    (nodes ?? []).map((one) => inWords(one, `${indent}  `)).join("");
  const line = (sign: string, words: string) => `${indent}${sign} ${words}\n`;
  switch (node.type) {
    case "text":
      return (node.marks ?? []).reduce(
        (words, mark) =>
          mark.type === "link"
            ? `[${words}](${mark.attrs.href})`
            : `${signs[mark.type]}${words}${signs[mark.type]}`,
        node.text,
      );
    case "hardBreak":
      return " / ";
    case "paragraph":
      return line("p", inside(node.content));
    case "heading":
      return line(`h${node.attrs.level}`, inside(node.content));
    case "codeBlock":
      return line("code", inside(node.content).replaceAll("\n", "⏎"));
    case "horizontalRule":
      return line("hr", "");
    case "image":
      return line(
        "img",
        `${node.attrs.src.slice(0, 14)} “${node.attrs.alt}” ${node.attrs.caption}`,
      );
    case "orderedList":
      return line("ol", String(node.attrs?.start)) + inside(node.content);
    case "tableHeader":
    case "tableCell": {
      const { colspan = 1, rowspan = 1 } = node.attrs ?? {};
      const sign = node.type === "tableHeader" ? "th" : "td";
      return (
        line(sign, colspan * rowspan === 1 ? "" : `${colspan}×${rowspan}`) + inside(node.content)
      );
    }
    default:
      return line(node.type, "") + inside(node.content);
  }
}

function outlineOf(html: string): string[] {
  const { text } = textOf(html);
  return text.content
    .map((block) => inWords(block))
    .join("")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

const names = [
  "word",
  "word-web",
  "google-docs",
  "wordpress-blocks",
  "wordpress-classic",
  "libreoffice",
  "apple-notes",
  "outlook",
  "hostile",
];

test.each(names)("only what the tree of texts allows remains of %s", (name) => {
  const { text } = textOf(sample(name));
  expect(text.content.length).toBeGreaterThan(3);
  // A picture that was sent with the text gets its address when it is uploaded.
  const uploaded = JSON.stringify(text).replaceAll(/"data:image\/png[^"]*"/g, '"/media/a.webp"');
  expect(faultOfRichText(uploaded)).toBeNull();
});

test.each(names)("all words and what they are remain of %s", async (name) => {
  const { leftOut } = textOf(sample(name));
  const read = [...outlineOf(sample(name)), leftOut.sentence].join("\n");
  await expect(`${read}\n`).toMatchFileSnapshot(`${samples.pathname}${name}.txt`);
});

test("a text of another program on this site keeps its links and pictures as paths", () => {
  const html = `<p><a href="${origin}/pricing/#plans">Plans</a></p><img src="${origin}/media/a.webp" alt="A field">`;
  expect(outlineOf(html)).toEqual(["p [Plans](/pricing/#plans)", "img /media/a.webp “A field”"]);
});

test("headings, tables and rules inside lists, quotes and cells become paragraphs", () => {
  expect(outlineOf("<ul><li><h2>Big</h2><hr><table><tr><td>a<td>b</table></ul>")).toEqual([
    "bulletList",
    "  listItem",
    "    p **Big**",
    "    p a",
    "    p b",
  ]);
  expect(outlineOf("<blockquote><h2>Big</h2><p>Text</p></blockquote>")).toEqual([
    "h2 Big",
    "p Text",
  ]);
  expect(outlineOf("<ul><ul><li>Orphan</li></ul><li><img src=/media/a.webp></ul>")).toEqual([
    "bulletList",
    "  listItem",
    "    p",
    "    bulletList",
    "      listItem",
    "        p Orphan",
    "  listItem",
    "    p",
    "    img /media/a.webp “”",
  ]);
});

test("raised numbers stay raised", () => {
  expect(outlineOf("<p>400 m<sup>2</sup> of H<sub>2</sub>O<sup>TM</sup></p>")).toEqual([
    "p 400 m² of H₂OTM",
  ]);
});

test("a text that is too long is refused, and deep nesting is flattened", () => {
  const long = textOf("<p>a</p>".repeat(mostRichTextNodes + 1));
  expect(long.isTooLong).toBe(true);
  expect(long.text.content).toEqual([]);
  const deep = textOf(`${"<div>".repeat(3000)}Deep${"</div>".repeat(3000)}`);
  expect(deep.text.content).toEqual([
    { type: "paragraph", content: [{ type: "text", text: "Deep" }] },
  ]);
  for (const [open, close] of [
    ["<ul><li>a", "</li></ul>"],
    ["<blockquote><p>a</p>", "</blockquote>"],
  ] as const) {
    const { text } = textOf(`${open.repeat(200)}${close.repeat(200)}`);
    expect(faultOfRichText(JSON.stringify(text))).toBeNull();
  }
});
