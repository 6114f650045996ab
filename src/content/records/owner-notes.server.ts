import type { Values } from "./stored-record.server.ts";

/** The paragraph for the owner with which the texts of legal pages began, up to the next text. */
const noteAtStart = /^Note to the owner:[ \t]*([^\n]*(?:\n(?!\s*\n)[^\n]*)*)\s*/;

/** Splits off the note at the start of a legal text; the note is "" if there is none. */
export function splitOwnerNote(text: string): { readonly note: string; readonly rest: string } {
  const [whole = "", said = ""] = noteAtStart.exec(text) ?? [];
  const note = said.trim();
  return { note: note.charAt(0).toUpperCase() + note.slice(1), rest: text.slice(whole.length) };
}

/** The values of a legal page with the note in its own field. */
export function withOwnerNote(values: Values): Values {
  const { note, rest } = splitOwnerNote(values.legalText ?? "");
  return note === "" ? values : { ...values, legalText: rest, ownerNote: note };
}
