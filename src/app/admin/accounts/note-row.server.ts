import type { CustomerNote } from "#access/accounts/notes/customer-notes.ts";
import { type DateReader, fullDateOf, isoTime } from "#platform/time/dates.ts";

export function noteRow(
  { id, note, author, createdAt, changed, version }: CustomerNote,
  reader: DateReader,
) {
  return {
    id,
    note,
    author,
    version,
    isoDate: isoTime(createdAt),
    fullDate: fullDateOf(createdAt, reader),
    /** "" for a note that was never changed. */
    changed: changed === null ? "" : `Changed by ${changed.by}, ${fullDateOf(changed.at, reader)}.`,
  };
}

export type NoteRow = ReturnType<typeof noteRow>;
