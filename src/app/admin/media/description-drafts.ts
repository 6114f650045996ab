import type { Description } from "./media-calls.ts";

/**
 * What was changed of pictures and not saved yet, by id: it outlives a look at another picture and
 * a closed dialog. Only ever filled in a browser.
 */
export const descriptionDrafts = new Map<string, Description>();
