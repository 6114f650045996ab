import { loadOnce } from "#platform/load-once.ts";

let reader: typeof import("./read-css.ts") | undefined;

/**
 * Loads the parser of style sheets, which few writes need. Await this before a check of fields, which
 * itself awaits nothing.
 */
export const loadCssCheck = loadOnce(async () => {
  reader = await import("./read-css.ts");
});

/** The end of a sentence that begins with the field's label, or null for rules without a fault. */
export function faultOfCss(text: string): string | null {
  if (reader === undefined) throw new Error("Await loadCssCheck before a check of CSS.");
  try {
    reader.readCss(text);
    return null;
  } catch (error) {
    if (error instanceof reader.CssFault) return error.message;
    throw error;
  }
}
