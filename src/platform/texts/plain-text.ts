/** What a reader sees nothing of: spaces, and marks such as a space without width or a change of direction. */
const nothingToSee = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * The text without the spaces around it; "" where there is nothing to be seen in it. Within a text such
 * marks stay: names and pictures are joined by them.
 */
export function trimmed(value: string): string {
  return nothingToSee.test(value) ? "" : value.trim();
}

/**
 * False for text that no database or page can carry: NUL, other control characters than tab and
 * line ends, and halves of surrogate pairs.
 */
export function isPlainText(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value);
}
