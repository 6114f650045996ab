import type { CustomerNote } from "#access/accounts/notes/customer-notes.ts";
import { type DateReader, isoTime, minuteOf } from "#platform/time/dates.ts";

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
    fullDate: minuteOf(createdAt, reader),
    /** "" for a note that was never changed. */
    changed: changed === null ? "" : `Changed by ${changed.by}, ${minuteOf(changed.at, reader)}.`,
  };
}

export type NoteRow = ReturnType<typeof noteRow>;
