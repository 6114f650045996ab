import { randomUUIDv7 } from "node:crypto";
import { isPlainText } from "./texts/plain-text.ts";

let lastId = "";

/**
 * A new record id: unique everywhere, and later ids sort after earlier ones; those of other
 * processes only from one millisecond to the next.
 */
export function newId(): string {
  const id = randomUUIDv7();
  lastId = id > lastId ? id : idAfter(lastId);
  return lastId;
}

/** For one of the same millisecond: what is random in it says nothing about its time. */
function idAfter(id: string): string {
  const digits = 12;
  const counted = Number.parseInt(id.slice(-digits), 16) + 1;
  return id.slice(0, -digits) + counted.toString(16).padStart(digits, "0");
}

const longestId = 100;

/**
 * Whether a text from an address can be an id at all. Asked before a query, because PostgreSQL
 * refuses a text with a NUL in it where "there is none" is the answer.
 */
export function canBeId(id: string): boolean {
  return id.length <= longestId && isPlainText(id);
}
