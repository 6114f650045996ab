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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * False for a text that a database or page cannot contain: NUL, other control characters than tab
 * and line ends, and halves of surrogate pairs. For texts that a person types, who can correct them.
 */
export function isPlainText(value: string): boolean {
  return value.isWellFormed() && value.search(controls) === -1;
}

/** Makes any text plain. For texts of files, emails and websites, which nobody can correct. */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(controls, "");
}

/** Makes all texts plain in a value of objects and arrays, such as what was read from a file. */
export function plainTextsIn<T>(value: T): T;
export function plainTextsIn(value: unknown): unknown {
  if (typeof value === "string") return withoutControls(value);
  if (Array.isArray(value)) return value.map((one) => plainTextsIn(one));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [withoutControls(key), plainTextsIn(one)]),
  );
}

/** The path of the first text that is not plain, in a value of objects and arrays, or undefined. */
export function pathOfControl(value: unknown): string[] | undefined {
  if (typeof value === "string") return isPlainText(value) ? undefined : [];
  if (!Array.isArray(value) && !isPlainObject(value)) return undefined;
  for (const [key, one] of Object.entries(value)) {
    if (!isPlainText(key)) return [withoutControls(key)];
    const below = pathOfControl(one);
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value?.constructor === Object;
}
