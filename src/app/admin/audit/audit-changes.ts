import type { JsonValue } from "../../../platform/errors.ts";

/** What one field said; null where it was not there. */
export interface AuditChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The fields that differ, in the order in which they were written. */
export function auditChanges(before: JsonValue, after: JsonValue): AuditChange[] {
  const [earlier, later] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((path) => ({ path, before: earlier.get(path) ?? null, after: later.get(path) ?? null }))
    .filter((change) => (change.before ?? "") !== (change.after ?? ""));
}

function fieldsOf(value: JsonValue): ReadonlyMap<string, string> {
  if (value === null) return new Map();
  if (typeof value !== "object" || Array.isArray(value)) return new Map([["", textOf(value)]]);
  return new Map(Object.entries(value).map(([path, field]) => [path, textOf(field)]));
}

function textOf(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
