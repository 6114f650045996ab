import { getSchema } from "@tiptap/core";
import { history, undo } from "@tiptap/pm/history";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RichBlock, RichText } from "#content/rich-text/rich-text.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { anyRichText } from "../../../../../../../tests/support/any-rich-text.ts";
import {
  documentOf,
  valueOfDocument,
  withPasted,
  withUploaded,
  withValue,
} from "./document-changes.ts";
import { editorExtensions } from "./editor-extensions.ts";

const schema = getSchema(editorExtensions);

const paragraph = (text: string): RichBlock => ({
  type: "paragraph",
  content: [{ type: "text", text }],
});
const heading = (text: string): RichBlock => ({
  type: "heading",
  attrs: { level: 2 },
  content: [{ type: "text", text }],
});
const doc = (...content: RichBlock[]): RichText => ({ type: "doc", content });
const valueWith = (...content: RichBlock[]) => JSON.stringify(doc(...content));

function stateOf(value: string, caret = 0): EditorState {
  const state = EditorState.create({
    doc: schema.nodeFromJSON(documentOf(value)),
    plugins: [history()],
  });
  return state.apply(state.tr.setSelection(TextSelection.near(state.doc.resolve(caret))));
}

test("a saved value that the editor shows already changes nothing", () => {
  const value = valueWith(paragraph("Soil"), heading("Seed"));
  expect(withValue(stateOf(value), value)).toBeNull();
  expect(withValue(stateOf(""), "")).toBeNull();
  // The editor has a paragraph below the text, in which the writer goes on.
  const below = stateOf(value);
  const longer = below.apply(
    below.tr.insert(below.doc.content.size, schema.nodeFromJSON({ type: "paragraph" })),
  );
  expect(withValue(longer, value)).toBeNull();
});

test("a value from elsewhere is shown, the caret stays, and undo leaves it alone", () => {
  const before = stateOf(valueWith(paragraph("Soil before seed"), paragraph("Water")), 6);
  const typed = before.apply(before.tr.insertText("!"));
  expect(typed.selection.from).toBe(7);
  const elsewhere = valueWith(paragraph("Soil !before seed"), paragraph("Water and light"));
  const changed = typed.apply(
    withValue(typed, valueWith(paragraph("Soil !before seed"), paragraph("Water and light"))) ??
      typed.tr,
  );
  expect(valueOfDocument(changed.doc.toJSON())).toBe(elsewhere);
  expect(changed.selection.from).toBe(7);
  let undone = changed;
  undo(changed, (transaction) => {
    undone = changed.apply(transaction);
  });
  expect(valueOfDocument(undone.doc.toJSON())).toBe(
    valueWith(paragraph("Soil before seed"), paragraph("Water and light")),
  );
});

test("any text can follow any other", () => {
  fc.assert(
    fc.property(anyRichText, anyRichText, (one, other) => {
      const state = stateOf(JSON.stringify(one));
      const wanted = JSON.stringify(other);
      const changed = state.apply(withValue(state, wanted) ?? state.tr);
      changed.doc.check();
      expect(valueOfDocument(changed.doc.toJSON())).toBe(
        valueOfDocument(schema.nodeFromJSON(documentOf(wanted)).toJSON()),
      );
    }),
  );
});

test("a pasted text joins the text around it, and a heading stays one in an empty paragraph", () => {
  const middle = stateOf(valueWith(paragraph("Soil seed")), 6);
  expect(
    valueOfDocument(middle.apply(withPasted(middle, doc(paragraph("before ")))).doc.toJSON()),
  ).toBe(valueWith(paragraph("Soil before seed")));
  const empty = stateOf("");
  expect(valueOfDocument(empty.apply(withPasted(empty, doc(heading("Soil")))).doc.toJSON())).toBe(
    valueWith(heading("Soil")),
  );
});

test("any text can be pasted anywhere", () => {
  fc.assert(
    fc.property(anyRichText, anyRichText, fc.nat(), (one, pasted, place) => {
      const whole = stateOf(JSON.stringify(one));
      const state = stateOf(JSON.stringify(one), place % (whole.doc.content.size + 1));
      state.apply(withPasted(state, pasted)).doc.check();
    }),
  );
});

test("a place gets its picture when the upload has ended, and goes when it has failed", () => {
  const place = (upload: string) => schema.nodeFromJSON({ type: "image", attrs: { upload } });
  const start = stateOf(valueWith(paragraph("Soil")));
  const state = start.apply(
    start.tr.insert(start.doc.content.size, [place("1"), place("2"), place("3")]),
  );
  const picture = { address: "/media/a.webp", alt: "A field" } as PictureFile;
  const settled = state.apply(
    withUploaded(
      state,
      new Map([
        ["1", null],
        ["2", picture],
      ]),
    ) ?? state.tr,
  );
  expect(settled.doc.childCount).toBe(3);
  expect(valueOfDocument(settled.doc.toJSON())).toBe(
    valueWith(paragraph("Soil"), {
      type: "image",
      attrs: { src: "/media/a.webp", alt: "A field", caption: "" },
    }),
  );
  expect(withUploaded(settled, new Map([["1", picture]]))).toBeNull();
});
