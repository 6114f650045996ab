import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  plainTextOfRichText,
  type RichBlock,
  type RichText as Tree,
} from "#content/rich-text/rich-text.ts";
import { anyRichText } from "../../../../tests/support/any-rich-text.ts";
import { RichText } from "./rich-text.tsx";

const shown = (content: readonly RichBlock[], headingLevel?: 2 | 3) =>
  renderToStaticMarkup(
    <RichText
      value={JSON.stringify({ type: "doc", content } satisfies Tree)}
      {...(headingLevel && { headingLevel })}
    />,
  ).replace(/^<div class="rich-text">(.*)<\/div>$/s, "$1");
const paragraph = (text: string) =>
  ({ type: "paragraph", content: [{ type: "text", text }] }) as const;

test("any text of the tree is shown with all its words", () => {
  fc.assert(
    fc.property(anyRichText, (text) => {
      const html = shown(text.content);
      const words = html
        .replace(/<[^>]*>/g, " ")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&#x27;", "'")
        .replaceAll("&amp;", "&");
      const spaceless = (part: string) => part.replace(/\s/g, "");
      expect(spaceless(words)).toBe(spaceless(plainTextOfRichText(text)));
    }),
  );
});

test("nothing is shown for an empty text and for a draft that is no text of the tree", () => {
  for (const value of ["", "<p>Hello</p>", '{"type":"doc","content":[{"type":"iframe"}]}']) {
    expect(renderToStaticMarkup(<RichText value={value} />)).toBe("");
  }
});

test("headings continue the outline of the page", () => {
  const headings = ([2, 3, 4] as const).map(
    (level): RichBlock => ({
      type: "heading",
      attrs: { level },
      content: [{ type: "text", text: "a" }],
    }),
  );
  expect(shown(headings)).toBe("<h2>a</h2><h3>a</h3><h4>a</h4>");
  expect(shown(headings, 3)).toBe("<h3>a</h3><h4>a</h4><h5>a</h5>");
});

test("one link contains its bold words, and words that link to a lost page are no link", () => {
  const link = (href: string) => ({ type: "link", attrs: { href } }) as const;
  expect(
    shown([
      {
        type: "paragraph",
        content: [
          { type: "text", text: "see " },
          { type: "text", text: "the ", marks: [link("/a/")] },
          { type: "text", text: "big", marks: [{ type: "bold" }, link("/a/")] },
          { type: "text", text: " field", marks: [link("/a/")] },
          { type: "text", text: " & ", marks: [{ type: "code" }, { type: "italic" }] },
          { type: "hardBreak" },
          { type: "text", text: "lost", marks: [link("page:gone")] },
        ],
      },
    ]),
  ).toBe(
    '<p>see <a href="/a/">the <strong>big</strong> field</a><em><code> &amp; </code></em><br/>lost</p>',
  );
});

test("lists are tight unless an item holds more than one paragraph", () => {
  expect(
    shown([
      {
        type: "orderedList",
        attrs: { start: 3 },
        content: [
          {
            type: "listItem",
            content: [
              paragraph("one"),
              {
                type: "bulletList",
                content: [{ type: "listItem", content: [paragraph("a"), paragraph("b")] }],
              },
            ],
          },
        ],
      },
    ]),
  ).toBe('<ol start="3"><li>one<ul><li><p>a</p><p>b</p></li></ul></li></ol>');
});

test("a table has its head, scopes and spans, and a wide one can be scrolled by keyboard", () => {
  const cell = (type: "tableHeader" | "tableCell", text: string, colspan = 1) =>
    ({ type, attrs: { colspan, rowspan: 1 }, content: [paragraph(text)] }) as const;
  const narrow = shown([
    {
      type: "table",
      content: [
        { type: "tableRow", content: [cell("tableHeader", "Plan"), cell("tableHeader", "Price")] },
        { type: "tableRow", content: [cell("tableHeader", "Sprout"), cell("tableCell", "149")] },
      ],
    },
  ]);
  expect(narrow).toBe(
    '<div class="rich-text__table"><table><thead><tr><th scope="col">Plan</th><th scope="col">Price</th></tr></thead>' +
      '<tbody><tr><th scope="row">Sprout</th><td>149</td></tr></tbody></table></div>',
  );
  const wide = shown([
    {
      type: "table",
      content: [
        { type: "tableRow", content: [cell("tableHeader", "A", 3), cell("tableHeader", "B")] },
        { type: "tableRow", content: [cell("tableCell", "c", 4)] },
      ],
    },
  ]);
  expect(wide).toContain('role="group" aria-label="Table: A, B" tabindex="0"');
  expect(wide).toContain('<th scope="col" colSpan="3">A</th>');
});

test("a picture has its caption and its alt text", () => {
  const picture = (alt: string) =>
    shown([{ type: "image", attrs: { src: "https://example.com/a.png", alt, caption: "In May" } }]);
  expect(picture("A field")).toMatch(
    /^<figure><img .*src="https:\/\/example.com\/a.png" alt="A field".*><figcaption>In May<\/figcaption><\/figure>$/,
  );
  expect(picture("")).toContain('alt=""');
});
