import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

type Values = Readonly<Record<string, string>>;
type DraftTexts = Readonly<Record<string, { readonly text: string; readonly over: string }>>;

const legalPages = ["privacy-policy", "terms", "refund-policy"];

/** The paragraph for the owner with which the texts of legal pages began, up to the next text. */
const noteAtStart = /^Note to the owner:[ \t]*([^\n]*(?:\n(?!\s*\n)[^\n]*)*)\s*/;

/** Splits off the note at the start of a legal text; the note is "" if there is none. */
function splitOwnerNote(text: string): { readonly note: string; readonly rest: string } {
  const [whole = "", said = ""] = noteAtStart.exec(text) ?? [];
  const note = said.trim();
  return { note: note.charAt(0).toUpperCase() + note.slice(1), rest: text.slice(whole.length) };
}

/**
 * Moves the notes out of the texts of legal pages, which visitors read, into their own field. Also
 * in drafts and in the history, so that a restored version has the note at the same place.
 */
export const migration: Migration = {
  async up(db: AnyDatabase) {
    for (const table of ["content_records", "content_history"] as const) {
      const rows = await db
        .selectFrom(table)
        .select(["id", "field_values", "draft_values"])
        .where("block", "in", legalPages)
        .execute();
      for (const row of rows) {
        const field_values = JSON.stringify(withOwnerNote(JSON.parse(row.field_values)));
        const draft_values =
          row.draft_values === null ? null : JSON.stringify(inDraft(JSON.parse(row.draft_values)));
        if (field_values === row.field_values && draft_values === row.draft_values) continue;
        await db
          .updateTable(table)
          .set({ field_values, draft_values })
          .where("id", "=", row.id)
          .execute();
      }
    }
  },
};

/** The values of a legal page with the note in its own field. */
function withOwnerNote(values: Values): Values {
  const { note, rest } = splitOwnerNote(values.legalText ?? "");
  return note === "" ? values : { ...values, legalText: rest, ownerNote: note };
}

function inDraft(draft: DraftTexts): DraftTexts {
  const { legalText: drafted, ...others } = draft;
  if (drafted === undefined) return draft;
  const [text, over] = [splitOwnerNote(drafted.text), splitOwnerNote(drafted.over)];
  return {
    ...others,
    ...(text.rest !== over.rest && { legalText: { text: text.rest, over: over.rest } }),
    ...(text.note !== over.note && { ownerNote: { text: text.note, over: over.note } }),
  };
}
