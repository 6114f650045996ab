import { expect, test } from "vitest";
import { migrations } from "#server/migrations.ts";
import { olga, openContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { terms } from "../blocks/legal-pages.ts";
import { readForEditing } from "../drafts/editable-record.ts";
import { publishDraft } from "../drafts/publish-draft.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { restoreRevision } from "../history/restore-revision.ts";
import { splitOwnerNote } from "./owner-notes.server.ts";

test("a note is the first paragraph if that begins with “Note to the owner:”", () => {
  const text = "# Law\nWords\n\nNote to the owner: not at the start.";
  expect(splitOwnerNote(`Note to the owner: check\nthis.\n\n${text}`)).toEqual({
    note: "Check\nthis.",
    rest: text,
  });
  expect(splitOwnerNote(text)).toEqual({ note: "", rest: text });
  expect(splitOwnerNote("Note to the owner: check.")).toEqual({ note: "Check.", rest: "" });
});

describeStore("A legal page of a version without notes", (openDatabase) => {
  test("gets its note in the note's own field, in the text, the draft and the history", async () => {
    const site = await openContent(await openDatabase());
    const { _id, values } = await site.first(terms);
    const { legalText = "", ownerNote = "" } = values;
    const before = `Note to the owner: ${ownerNote.replace(/^C/, "c")}\n\n${legalText}`;
    await publishDraft(site, olga, terms, _id, { values: { legalText: before, ownerNote: "" } });
    const { revision } = await readForEditing(site, olga, terms, _id);
    await publishDraft(site, olga, terms, _id, { values: { legalText: "New terms." } });
    await publishDraft(site, olga, terms, _id, { values: { legalText: before } });
    await saveDraft(site, olga, terms, _id, { values: { legalText: `${before}\n\nMore.` } });

    await migrations["0315-notes-to-the-owner"]?.up(site.database.libraryHandle);
    const moved = await readForEditing(site, olga, terms, _id);
    expect(moved.published).toEqual(values);
    expect(moved.values).toEqual({ ...values, legalText: `${legalText}\n\nMore.` });
    expect(moved.draft?.fields).toEqual(["legalText"]);
    expect(await site.onSite(terms)).toEqual([{ _id, legalTitle: values.legalTitle, legalText }]);
    await restoreRevision(site, olga, _id, revision);
    expect((await readForEditing(site, olga, terms, _id)).published).toEqual(values);
  });
});
