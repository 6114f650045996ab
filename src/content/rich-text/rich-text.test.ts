import fc from "fast-check";
import { expect, test } from "vitest";
import { anyRichText } from "../../../tests/support/any-rich-text.ts";
import { blocks } from "../model/blocks.ts";
import { richText } from "../model/fields.ts";
import { schemaOf } from "../model/schema-of.ts";
import {
  faultOfRichText,
  linksInRichText,
  mostRichTextLevels,
  mostRichTextNodes,
  picturesInRichText,
  plainTextOfRichText,
  type RichBlock,
  type RichText,
  richTextIn,
  richTextOf,
  withLinks,
  wordsOfRichText,
} from "./rich-text.ts";

const docOf = (...content: RichBlock[]): RichText => ({ type: "doc", content });
const paragraphOf = (text: string): RichBlock => ({
  type: "paragraph",
  content: [{ type: "text", text }],
});
const faultIn = (content: unknown) => faultOfRichText(JSON.stringify({ type: "doc", content }));

test("any text of the tree is accepted, and reads as it was written", () => {
  fc.assert(
    fc.property(anyRichText, (text) => {
      const value = JSON.stringify(text);
      expect(faultOfRichText(value)).toBeNull();
      expect(JSON.stringify(richTextIn(value))).toBe(value);
      expect(["", value]).toContain(richTextOf(richTextIn(value)));
    }),
  );
});

test("a text without content is empty, and a picture alone is not", () => {
  expect(richTextOf(docOf())).toBe("");
  expect(richTextOf(docOf({ type: "paragraph" }, { type: "paragraph", content: [] }))).toBe("");
  const picture: RichBlock = {
    type: "image",
    attrs: { src: "/media/a.webp", alt: "", caption: "" },
  };
  expect(richTextIn(richTextOf(docOf(picture)))).toEqual(docOf(picture));
  expect(richTextIn("")).toEqual(docOf());
});

test("what is no text of the tree is refused with its place, and read as an empty text", () => {
  const link = (href: string) => [
    {
      type: "paragraph",
      content: [{ type: "text", text: "a", marks: [{ type: "link", attrs: { href } }] }],
    },
  ];
  const image = (attrs: object) => [{ type: "image", attrs: { alt: "", caption: "", ...attrs } }];
  const cannotHold = "has something that a text of this site cannot hold";
  const refused: [content: unknown, fault: string][] = [
    [[{ type: "iframe" }], `${cannotHold}, in content.0.type`],
    [[], `${cannotHold}, in content`],
    [[{ type: "paragraph", attrs: { style: "x" } }], `${cannotHold}, in content.0`],
    [[{ type: "paragraph", content: [{ type: "text", text: "" }] }], cannotHold],
    [[{ type: "heading", attrs: { level: 1 } }], `${cannotHold}, in content.0.attrs.level`],
    [[{ type: "bulletList", content: [] }], cannotHold],
    [[{ type: "blockquote", content: [{ type: "heading", attrs: { level: 2 } }] }], cannotHold],
    [link("javascript:alert(1)"), "cannot be used: a link must be a page"],
    [link("//evil.example"), "cannot be used: a link must be a page"],
    [image({ src: "data:image/png;base64,AA" }), "cannot be used: a picture must have the address"],
    [image({ src: "/a.webp", onerror: "x" }), cannotHold],
    [
      image({ src: "/a.webp", alt: "a".repeat(301) }),
      "cannot be used: the alt text can have at most 300 characters, in content.0.attrs.alt",
    ],
    [
      [paragraphOf("a\u0000")],
      "cannot be used: the text has characters that cannot be shown, in content.0.content.0.text",
    ],
  ];
  for (const [content, fault] of refused) {
    expect(faultIn(content)).toContain(fault);
    expect(richTextIn(JSON.stringify({ type: "doc", content }))).toEqual(docOf());
  }
  expect(faultOfRichText("<p>Hello</p>")).toBe(
    "must be a text of this site, which is a tree in JSON",
  );
  expect(faultOfRichText("null")).toContain(cannotHold);
  expect(faultOfRichText('"text"')).toContain(cannotHold);
});

test("a tree with too many nodes or levels is refused before its nodes are looked at", () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ type: "paragraph" }));
  expect(faultIn(many(mostRichTextNodes - 1))).toBeNull();
  expect(faultIn(many(mostRichTextNodes))).toMatch(/^has more than 20,000 parts/);
  expect(faultIn(many(100_000))).toMatch(/^has more than 20,000 parts/);
  const nested = (levels: number, one: string) =>
    `{"type":"doc","content":[${one.repeat(levels)}{"type":"paragraph"}${"]}".repeat(levels)}]}`;
  const quote = '{"type":"blockquote","content":[';
  expect(faultOfRichText(nested(mostRichTextLevels - 1, quote))).toBeNull();
  for (const levels of [mostRichTextLevels, 100_000]) {
    expect(faultOfRichText(nested(levels, quote))).toMatch(/^has more than 40 levels/);
  }
  expect(faultOfRichText(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)).toContain("cannot hold");
});

const sample = docOf(
  { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Soil" }] },
  {
    type: "paragraph",
    content: [
      { type: "text", text: "Read " },
      {
        type: "text",
        text: "the plans",
        marks: [{ type: "bold" }, { type: "link", attrs: { href: "page:p1" } }],
      },
      { type: "hardBreak" },
      { type: "text", text: "today", marks: [{ type: "link", attrs: { href: "/pricing/" } }] },
    ],
  },
  {
    type: "table",
    content: [
      {
        type: "tableRow",
        content: [
          {
            type: "tableCell",
            content: [
              {
                type: "image",
                attrs: { src: "/media/a.webp", alt: "A field", caption: "In May" },
              },
            ],
          },
        ],
      },
    ],
  },
);

test("words, pictures and links are found", () => {
  expect(plainTextOfRichText(sample)).toBe("Soil\nRead the plans\ntoday\nIn May");
  expect(wordsOfRichText(sample)).toBe(7);
  expect(wordsOfRichText(docOf(paragraphOf("今日は良い天気です。")))).toBeGreaterThan(2);
  expect(picturesInRichText(sample)).toEqual([
    { src: "/media/a.webp", alt: "A field", caption: "In May" },
  ]);
  expect(linksInRichText(sample)).toEqual(["page:p1", "/pricing/"]);
});

test("links get other addresses, and a link without an address leaves its words", () => {
  const moved = withLinks(sample, (href) => (href === "page:p1" ? "/plans/" : ""));
  expect(linksInRichText(moved)).toEqual(["/plans/"]);
  expect(plainTextOfRichText(moved)).toBe(plainTextOfRichText(sample));
  expect(withLinks(sample, (href) => href)).toEqual(sample);
});

test("a field of a block stores only the tree", () => {
  const block = { ...blocks.articles, fields: { body: richText("Text", { optional: true }) } };
  const messageFor = (body: string) =>
    schemaOf(block).safeParse({ body }).error?.issues[0]?.message;
  expect(messageFor(JSON.stringify(sample))).toBeUndefined();
  expect(messageFor("")).toBeUndefined();
  expect(messageFor("<p>Hello</p>")).toBe(
    "Text must be a text of this site, which is a tree in JSON.",
  );
  expect(messageFor('{"type":"doc","content":[{"type":"script"}]}')).toBe(
    "Text has something that a text of this site cannot hold, in content.0.type.",
  );
  const hundredThousand = Array.from({ length: 100_000 }, () => ({ type: "paragraph" }));
  expect(messageFor(JSON.stringify({ type: "doc", content: hundredThousand }))).toBe(
    "Text can have at most 500000 characters.",
  );
});
