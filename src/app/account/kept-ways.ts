import { type KeepableKind, keepableKinds } from "#policy/ways-in.ts";

/**
 * What a form of `WaysInFields` keeps: kinds that the form lists and whose box is not ticked.
 * Browsers do not send an unticked box, and a kind that the form does not list ends.
 */
export function keptIn(values: Readonly<Record<string, string>>): KeepableKind[] {
  return keepableKinds.filter(
    (kind) => values[`listed.${kind}`] !== undefined && values[`end.${kind}`] === undefined,
  );
}
