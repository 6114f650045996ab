import { randomUUIDv7 } from "node:crypto";

/** A new record id: unique everywhere, and later ids sort after earlier ones. */
export function newId(): string {
  return randomUUIDv7();
}
