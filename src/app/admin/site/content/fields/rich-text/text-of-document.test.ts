import { getSchema } from "@tiptap/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { faultOfRichText, type RichText, richTextIn } from "#content/rich-text/rich-text.ts";
import { anyRichText } from "../../../../../../../tests/support/any-rich-text.ts";
import { editorExtensions } from "./editor-extensions.ts";
import { textOfDocument } from "./text-of-document.ts";

const schema = getSchema(editorExtensions);

/** Without what two spellings of a text may differ in: defaults and the order of formats. */
function normal(text: RichText): unknown {
  return JSON.parse(JSON.stringify(text), (_, value) => {
    if (Array.isArray(value?.marks)) {
      value.marks.sort((one: { type: string }, other: { type: string }) =>
        one.type.localeCompare(other.type),
      );
    }
    if (Array.isArray(value?.content) && value.content.length === 0) delete value.content;
    if (Array.isArray(value?.content)) value.content = joined(value.content);
    return value;
  });
}

type Words = { type: string; text?: string; marks?: unknown };

/** The editor joins neighbouring words of one format. */
function joined(nodes: Words[]): Words[] {
  const result: Words[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    const isSame = JSON.stringify(last?.marks) === JSON.stringify(node.marks);
    if (last?.type === "text" && node.type === "text" && isSame) last.text += node.text ?? "";
    else result.push(node);
  }
  return result;
}

test("any text passes through the editor unchanged", () => {
  fc.assert(
    fc.property(anyRichText, (text) => {
      const end: RichText = {
        type: "doc",
        content: [...text.content, { type: "horizontalRule" }],
      };
      const document = schema.nodeFromJSON(end);
      document.check();
      const written = textOfDocument(document.toJSON());
      expect(faultOfRichText(JSON.stringify(written))).toBeNull();
      expect(normal(written)).toEqual(normal(end));
      expect(richTextIn(JSON.stringify(written))).toEqual(written);
    }),
  );
});

test("what only the editor has is left out", () => {
  const image = (src: string, upload: string | null) => ({
    type: "image",
    attrs: { src, alt: "", caption: "", upload },
  });
  expect(
    textOfDocument({
      type: "doc",
      content: [
        {
          type: "paragraph",
          content: [
            {
              type: "text",
              text: "a\u0007b",
              marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }],
            },
            { type: "hardBreak", marks: [{ type: "bold" }] },
          ],
        },
        image("", "picture 1"),
        { type: "blockquote", content: [image("", "picture 2")] },
        image("/media/a.webp", null),
        { type: "paragraph" },
      ],
    }),
  ).toEqual({
    type: "doc",
    content: [
      { type: "paragraph", content: [{ type: "text", text: "ab" }, { type: "hardBreak" }] },
      { type: "blockquote", content: [{ type: "paragraph" }] },
      { type: "image", attrs: { src: "/media/a.webp", alt: "", caption: "" } },
    ],
  });
});
