/**
 * The words of a letter with its values in the braces. A value is not looked through again, and
 * braces around anything that is no value stay as they are.
 */
export function filledIn(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (braced, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : braced,
  );
}
