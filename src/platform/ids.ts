import { randomUUIDv7 } from "node:crypto";
import { isPlainText } from "./plain-text.ts";

/** A new record id: unique everywhere, and later ids sort after earlier ones. */
export function newId(): string {
  return randomUUIDv7();
}

const longestId = 100;

/**
 * Whether a text from an address can be an id at all. Asked before a query, because PostgreSQL
 * refuses a text with a NUL in it where "there is none" is the answer.
 */
export function canBeId(id: string): boolean {
  return id.length <= longestId && isPlainText(id);
}
