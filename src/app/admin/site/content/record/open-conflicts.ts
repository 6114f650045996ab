import type { Values } from "#app/admin/frame/forms/use-typed-values.ts";
import type { ContentConflict, ShownConflict } from "../content-intents.server.ts";

export interface OpenConflict extends Pick<ShownConflict, "path" | "yours" | "theirs" | "isOwn"> {
  /**
   * Author and time of the other text. Null for a conflict that arose after the response: the
   * response does not say who saved the text.
   */
  readonly saved: Pick<ShownConflict, "author" | "at"> | null;
}

/**
 * Conflicts that the server reported, and conflicts that arose after the response: the admin has
 * typed into a field that only the other edit had changed.
 */
export function openConflicts(
  { conflicts, merged }: ContentConflict,
  sent: Values,
  values: Values,
): OpenConflict[] {
  const isOwn = conflicts.every((conflict) => conflict.isOwn);
  const found = Object.entries(merged).filter(([path, text]) => {
    const [before = "", now = ""] = [sent[path], values[path]];
    // Compares trimmed texts, because the server trims every text.
    const isTheirs = text.trim() !== before.trim() && !conflicts.some((each) => each.path === path);
    return isTheirs && now !== before && now !== text;
  });
  return [
    ...conflicts.map(({ path, theirs, author, at, ...conflict }) => ({
      path,
      theirs,
      isOwn: conflict.isOwn,
      saved: { author, at },
      yours: values[path] ?? "",
    })),
    ...found.map(([path, theirs]) => ({
      path,
      theirs,
      isOwn,
      saved: null,
      yours: values[path] ?? "",
    })),
  ];
}
