/** The lines of a text that are not empty. */
export function linesIn(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}
