/** Limits of private files, in decimal units; in a file of their own, because pages name them. */
export const largestFileBytes = 50_000_000;
export const mostFilesAtOnce = 20;
export const longestFileName = 150;

/** Bytes that a form with files can have: its files, their heads, and its texts. */
export const largestFormBytes = mostFilesAtOnce * (largestFileBytes + 10_000) + 1_000_000;
