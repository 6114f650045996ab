import type { Values } from "../../forms/saved-typing.ts";
import type { ContentResult, ShownConflict } from "../content-action.ts";

type Failure = Extract<ContentResult, { ok: false }>;

/** A field to choose for: what stands in it here, as it is now, and what was saved elsewhere. */
export interface OpenConflict extends Pick<ShownConflict, "path" | "yours" | "theirs" | "isOwn"> {
  /** Who saved the other text, and when; null where only the form has found that there is one. */
  readonly saved: Pick<ShownConflict, "author" | "at"> | null;
}

/**
 * What is to be chosen after a refusal. Typing goes on meanwhile: also into a field that only the
 * other side had changed when this one was sent.
 */
export function openConflicts(
  { conflicts, merged }: Failure,
  sent: Values,
  values: Values,
): OpenConflict[] {
  const known = conflicts ?? [];
  const isOwn = known.every((conflict) => conflict.isOwn);
  const found = Object.entries(merged ?? {}).filter(([path, text]) => {
    const [before = "", now = ""] = [sent[path], values[path]];
    // What came back of a text that was sent from here may have lost its blanks.
    const isTheirs = text.trim() !== before.trim() && !known.some((each) => each.path === path);
    return isTheirs && now !== before && now !== text;
  });
  return [
    ...known.map(({ path, theirs, author, at, ...conflict }) => ({
      ...{ path, theirs, isOwn: conflict.isOwn, saved: { author, at } },
      yours: values[path] ?? "",
    })),
    ...found.map(([path, theirs]) => ({
      ...{ path, theirs, isOwn, saved: null },
      yours: values[path] ?? "",
    })),
  ];
}
