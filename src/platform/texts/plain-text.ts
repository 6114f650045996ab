/**
 * Matches a text of spaces and invisible marks only, such as a zero-width space or a direction
 * mark.
 */
const invisible = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Trims spaces; returns "" for a text without a visible character. Keeps invisible marks within a
 * text, because they join names and emoji.
 */
export function trimmed(value: string): string {
  return invisible.test(value) ? "" : value.trim();
}

/**
 * False for a text that a database or page cannot contain: NUL, other control characters than tab
 * and line ends, and halves of surrogate pairs.
 */
export function isPlainText(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value);
}
