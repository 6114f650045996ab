/** Days during which a deleted or replaced item can be restored. */
export const keptDays = 30;
export const keptMs = keptDays * 24 * 60 * 60 * 1000;
