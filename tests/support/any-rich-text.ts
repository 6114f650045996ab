import fc from "fast-check";
import type {
  FlowBlock,
  RichBlock,
  RichCell,
  RichInline,
  RichItem,
  RichMark,
  RichText,
  RichWords,
} from "#content/rich-text/rich-text.ts";

const letters = fc
  .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
  .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));

const mark: fc.Arbitrary<RichMark> = fc.oneof(
  fc.constantFrom<RichMark>({ type: "bold" }, { type: "italic" }, { type: "code" }),
  fc
    .constantFrom(
      "https://example.com/a?b=1&c",
      "/pricing/",
      "#plans",
      "page:01J",
      "mailto:a@b.example",
    )
    .map((href): RichMark => ({ type: "link", attrs: { href } })),
);

const words: fc.Arbitrary<RichWords> = fc
  .record({
    text: letters,
    marks: fc.option(fc.uniqueArray(mark, { selector: ({ type }) => type, minLength: 1 }), {
      nil: undefined,
    }),
  })
  .map(({ text, marks }) => ({ type: "text", text, ...(marks && { marks }) }));

const inline = fc.array(
  fc.oneof({ weight: 4, arbitrary: words }, fc.constant<RichInline>({ type: "hardBreak" })),
  { maxLength: 4 },
);

const paragraph = inline.map((content): FlowBlock => ({ type: "paragraph", content }));

const { flow } = fc.letrec<{ flow: FlowBlock; item: RichItem }>((tie) => ({
  item: fc
    .tuple(paragraph, fc.array(tie("flow"), { maxLength: 2 }))
    .map(([first, rest]) => ({ type: "listItem", content: [first, ...rest] })),
  flow: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    paragraph,
    fc
      .array(tie("item"), { minLength: 1, maxLength: 3 })
      .map((content): FlowBlock => ({ type: "bulletList", content })),
    fc
      .tuple(fc.nat(9), fc.array(tie("item"), { minLength: 1, maxLength: 3 }))
      .map(([start, content]): FlowBlock => ({ type: "orderedList", attrs: { start }, content })),
    fc
      .array(tie("flow"), { minLength: 1, maxLength: 3 })
      .map((content): FlowBlock => ({ type: "blockquote", content })),
    letters.map((text): FlowBlock => ({ type: "codeBlock", content: [{ type: "text", text }] })),
    fc
      .record({ alt: fc.string({ unit: "grapheme", maxLength: 9 }), caption: letters })
      .filter(({ alt }) => !/\p{Cc}/u.test(alt))
      .map(
        ({ alt, caption }): FlowBlock => ({
          type: "image",
          attrs: { src: "/pictures/field-map.webp", alt, caption },
        }),
      ),
  ),
}));

const table: fc.Arbitrary<RichBlock> = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.boolean(), flow)
  .map(([columns, rows, hasHead, block]) => ({
    type: "table",
    content: Array.from({ length: rows }, (_, row) => ({
      type: "tableRow",
      content: Array.from(
        { length: columns },
        (): RichCell => ({
          type: hasHead && row === 0 ? "tableHeader" : "tableCell",
          attrs: { colspan: 1, rowspan: 1 },
          content: [block],
        }),
      ),
    })),
  }));

/** Any text that the schema of rich texts accepts. */
export const anyRichText: fc.Arbitrary<RichText> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: flow },
      fc
        .tuple(fc.constantFrom<2 | 3 | 4>(2, 3, 4), inline)
        .map(([level, content]): RichBlock => ({ type: "heading", attrs: { level }, content })),
      fc.constant<RichBlock>({ type: "horizontalRule" }),
      table,
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((content) => ({ type: "doc", content }));
