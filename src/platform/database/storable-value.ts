/**
 * A parameter of a statement as both engines store and compare it. PostgreSQL refuses NUL, and half
 * of a surrogate pair has no UTF-8. Replaces both instead of removing them, so that no text becomes
 * equal to another one, such as an id or an email address with a NUL to the one without.
 */
export function storableValue(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "\ufffd");
  return Array.isArray(value) ? value.map(storableValue) : value;
}
