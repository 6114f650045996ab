import { CssFault, readCss } from "#content/css/read-css.ts";
import { scopedCss } from "./scope-css.ts";

export interface CustomCss {
  /** Rules for the public pages; "" with a fault, so that a page never depends on them. */
  readonly css: string;
  /** The end of a sentence that begins with “Custom CSS”, or null. */
  readonly fault: string | null;
}

/** Texts that are shown at a time: the published one, and some drafts. */
const mostKept = 8;
const kept = new Map<string, CustomCss>();

/**
 * The rules of the field `customCss`, as a page may have them. A stored text that a later version of
 * the check refuses is left out. Runs on the server and in the panel; import this file when it is
 * first needed, because it brings the parser.
 */
export function customCss(text: string): CustomCss {
  const known = kept.get(text);
  const result = known ?? read(text);
  kept.delete(text);
  kept.set(text, result);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return result;
}

function read(text: string): CustomCss {
  if (text.trim() === "") return { css: "", fault: null };
  try {
    return { css: scopedCss(readCss(text)), fault: null };
  } catch (error) {
    const fault = error instanceof CssFault ? error.message : "cannot be read";
    return { css: "", fault };
  }
}
