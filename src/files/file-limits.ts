/**
 * Limits of private files, in decimal units. They have a file of their own, so that pages can
 * import them without server code.
 */
export const largestFileBytes = 50_000_000;
export const mostFilesAtOnce = 20;
export const longestFileName = 150;

/** Maximum size in bytes of a form with files: the files, their part headers, and the texts. */
export const largestFormBytes = mostFilesAtOnce * (largestFileBytes + 10_000) + 1_000_000;
