/**
 * False for text that no database or page can carry: NUL, other control characters than tab and
 * line ends, and halves of surrogate pairs.
 */
export function isPlainText(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value);
}
