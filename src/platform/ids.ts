import { randomUUIDv7 } from "node:crypto";
import { isPlainText } from "./texts/plain-text.ts";

let lastId = "";

/**
 * Returns a new record id, a UUID of version 7. Ids of one process sort in the sequence of their
 * creation; ids of different processes sort by their millisecond only.
 */
export function newId(): string {
  const id = randomUUIDv7();
  lastId = id > lastId ? id : idAfter(lastId);
  return lastId;
}

/** Sorts before every id that is made at the time or later. */
export function idBefore(instantMs: number): string {
  const digits = Math.max(0, instantMs).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
}

/** Increments the random part of an id, for another id in the same millisecond. */
function idAfter(id: string): string {
  const digits = 12;
  const next = Number.parseInt(id.slice(-digits), 16) + 1;
  return id.slice(0, -digits) + next.toString(16).padStart(digits, "0");
}

const maximumLength = 100;

/**
 * Whether a text from a URL can be an id at all. Callers check the text before a query, because
 * the right answer to any other text is "not found".
 */
export function canBeId(id: string): boolean {
  return id.length <= maximumLength && isPlainText(id);
}
