/** Longest reference of a manual payment, in characters. */
export const longestReference = 100;
