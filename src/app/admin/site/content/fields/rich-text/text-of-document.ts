import type { JSONContent } from "@tiptap/core";
import {
  isRichTextLink,
  isRichTextPicture,
  longestPictureText,
  type RichText,
} from "#content/rich-text/rich-text.ts";
import { withoutControls } from "#platform/texts/plain-text.ts";

/**
 * The text in the editor's document. Leaves out what only the editor has: pictures that are being
 * uploaded, and the empty paragraphs at the end in which the writer goes on.
 */
export function textOfDocument(document: JSONContent): RichText {
  const blocks = childrenOf(document);
  while (blocks.at(-1)?.type === "paragraph" && blocks.at(-1)?.content === undefined) blocks.pop();
  return { type: "doc", content: blocks as unknown as RichText["content"] };
}

function childrenOf({ content = [] }: JSONContent): JSONContent[] {
  return content.flatMap((child) => nodeOf(child) ?? []);
}

function nodeOf(node: JSONContent): JSONContent | null {
  const { type, attrs = {}, content } = node;
  switch (type) {
    case "text": {
      const text = withoutControls(node.text ?? "");
      const marks = (node.marks ?? []).filter(
        ({ type, attrs }) => type !== "link" || isRichTextLink(String(attrs?.href ?? "")),
      );
      if (text === "") return null;
      return { type, text, ...(marks.length > 0 && { marks }) };
    }
    case "hardBreak":
    case "horizontalRule":
      return { type };
    case "image":
      return isRichTextPicture(String(attrs.src))
        ? {
            type,
            attrs: {
              src: attrs.src,
              alt: withoutControls(String(attrs.alt)).slice(0, longestPictureText.alt),
              caption: withoutControls(String(attrs.caption)).slice(0, longestPictureText.caption),
            },
          }
        : null;
    case "orderedList":
      return { type, attrs: { start: startOf(attrs.start) }, content: childrenOf(node) };
    case "heading":
    case "tableHeader":
    case "tableCell":
      return {
        type,
        attrs,
        ...(content && { content: filled(type, childrenOf(node)) }),
      };
    default:
      return { type: type ?? "", ...(content && { content: filled(type, childrenOf(node)) }) };
  }
}

/** A place that held only a picture that is being uploaded is not left empty. */
function filled(type: string | undefined, content: JSONContent[]): JSONContent[] {
  const needsBlock = type === "blockquote" || type === "tableHeader" || type === "tableCell";
  return needsBlock && content.length === 0 ? [{ type: "paragraph" }] : content;
}

function startOf(start: unknown): number {
  const isUsable = Number.isInteger(start) && Number(start) >= 0 && Number(start) <= 1_000_000;
  return isUsable ? Number(start) : 1;
}
