/** How long what was deleted or replaced can be put back. */
export const keptDays = 30;
export const keptMs = keptDays * 24 * 60 * 60 * 1000;
