import type { JSONContent } from "@tiptap/core";
import { Slice } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { type RichText, richTextIn, richTextOf } from "#content/rich-text/rich-text.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { textOfDocument } from "./text-of-document.ts";

const emptyDocument = { type: "doc", content: [{ type: "paragraph" }] };

/** The document that the editor shows for the value of a field. */
export function documentOf(value: string): JSONContent {
  const text = richTextIn(value);
  return text.content.length === 0 ? emptyDocument : JSON.parse(JSON.stringify(text));
}

/** The value of a field for the document that the editor shows. */
export function valueOfDocument(document: JSONContent): string {
  return richTextOf(textOfDocument(document));
}

/**
 * Shows a value from elsewhere, such as a restored revision; null if the editor shows it already.
 * Changes only the part that differs, so that the caret stays, and leaves the writer's own undo alone.
 */
export function withValue({ doc, schema, tr }: EditorState, value: string): Transaction | null {
  const wanted = schema.nodeFromJSON(documentOf(value));
  if (valueOfDocument(wanted.toJSON()) === valueOfDocument(doc.toJSON())) return null;
  const start = doc.content.findDiffStart(wanted.content);
  const end = doc.content.findDiffEnd(wanted.content);
  if (start === null || end === null) return null;
  const overlap = Math.max(start - Math.min(end.a, end.b), 0);
  tr.replace(start, end.a + overlap, wanted.slice(start, end.b + overlap));
  // A part that begins in one paragraph and ends in another does not always fit.
  if (!tr.doc.eq(wanted)) tr.replaceWith(0, tr.doc.content.size, wanted.content);
  return tr.setMeta("addToHistory", false).setMeta("preventUpdate", true);
}

/**
 * Puts a pasted text in place of the selection. As after a paste of ProseMirror, its ends join the
 * text around them, but no cell of a table does.
 */
export function withPasted({ schema, tr }: EditorState, text: RichText): Transaction {
  const slice = Slice.maxOpen(schema.nodeFromJSON(text).content, false);
  tr.replaceSelection(slice).scrollIntoView();
  return tr.setMeta("paste", true).setMeta("uiEvent", "paste");
}

/**
 * Gives places whose upload has ended their picture, or takes them out; null if there are none. A
 * failed upload has no picture.
 */
export function withUploaded(
  { doc, tr }: EditorState,
  ended: ReadonlyMap<string, PictureFile | null>,
): Transaction | null {
  doc.descendants((node, position) => {
    const picture = ended.get(String(node.attrs.upload));
    if (node.type.name !== "image" || picture === undefined) return;
    const place = tr.mapping.map(position);
    if (picture === null) tr.delete(place, place + node.nodeSize);
    else {
      const alt = node.attrs.alt || picture.alt;
      tr.setNodeMarkup(place, null, { ...node.attrs, src: picture.address, alt, upload: null });
    }
  });
  return tr.docChanged ? tr.setMeta("addToHistory", false) : null;
}
