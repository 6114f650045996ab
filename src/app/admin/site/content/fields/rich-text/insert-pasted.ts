import type { Editor } from "@tiptap/core";
import { DOMSerializer, type Schema } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import type { RichText } from "#content/rich-text/rich-text.ts";
import { withPasted } from "./document-changes.ts";
import { textOfHtml, withoutStyleSheets } from "./text-of-html.ts";

/** Marks what the editor itself put into the clipboard. */
const ownMark = "data-furrow-text";

/** Puts a text into the clipboard so that the editor takes it back as it was. */
class OwnSerializer extends DOMSerializer {
  override serializeFragment(...given: Parameters<DOMSerializer["serializeFragment"]>) {
    const copied = super.serializeFragment(...given);
    copied.firstElementChild?.setAttribute(ownMark, "");
    return copied;
  }
}

export function ownSerializer(schema: Schema): DOMSerializer {
  return new OwnSerializer(
    DOMSerializer.nodesFromSchema(schema),
    DOMSerializer.marksFromSchema(schema),
  );
}

/** True for HTML that came from this editor, which its schema reads by itself. */
export function isOwnHtml(html: string): boolean {
  return html.includes(ownMark);
}

/** Pictures among files, such as a screenshot in the clipboard. */
export function picturesAmong(files: FileList | undefined): File[] {
  return [...(files ?? [])].filter(({ type }) => type.startsWith("image/"));
}

/** True if HTML says nothing but a picture: a browser copies it with its file. */
export function isPictureAlone(html: string): boolean {
  const body = bodyOf(html);
  return (body.textContent ?? "").trim() === "" && body.querySelectorAll("img").length === 1;
}

/**
 * Inserts what another program offers, at the selection. Returns a sentence about what was left out,
 * or null if there is nothing to insert.
 */
export function insertHtml(
  editor: Editor,
  html: string,
  beginUpload: (file: File) => string,
): string | null {
  const body = bodyOf(html);
  const { text, leftOut, isTooLong } = textOfHtml(body, window.location.origin);
  if (isTooLong) return "This is too long for one text. Paste it in several parts.";
  if (text.content.length === 0) return leftOut.sentence === "" ? null : leftOut.sentence;
  editor.view.dispatch(withPasted(editor.state, withUploads(text, beginUpload)));
  return leftOut.sentence;
}

function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(withoutStyleSheets(html), "text/html").body;
}

/** Begins to upload the pictures that came with the text. */
function withUploads(text: RichText, beginUpload: (file: File) => string): RichText {
  return JSON.parse(JSON.stringify(text), (_, node) => {
    const src: unknown = node?.type === "image" ? node.attrs?.src : undefined;
    if (typeof src !== "string" || !src.startsWith("data:")) return node;
    const upload = beginUpload(fileOf(src));
    return { ...node, attrs: { ...node.attrs, src: "", upload } };
  });
}

/** The Content-Security-Policy of the panel does not let `fetch` read a "data:" address. */
function fileOf(dataAddress: string): File {
  const [head = "", base64 = ""] = dataAddress.split(",");
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? "image/png";
  let bytes = "";
  try {
    bytes = atob(base64);
  } catch {
    // An empty file, which the server refuses with its reason.
  }
  const name = `pasted picture.${type.split("/")[1]}`;
  return new File([Uint8Array.from(bytes, (one) => one.charCodeAt(0))], name, { type });
}

/** Puts the caret where something was dropped. */
export function moveCaretTo(editor: Editor, { clientX, clientY }: MouseEvent): void {
  const found = editor.view.posAtCoords({ left: clientX, top: clientY });
  if (found === null) return;
  const { tr } = editor.state;
  editor.view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(found.pos))));
}
