/**
 * The rules in a pasted text: without the `<style>` element around them, which many instructions
 * show, and without the byte order mark of a file. Keeps lines where they are.
 */
export function cssIn(written: string): string {
  return written
    .replace(/^\uFEFF/, "")
    .replace(/^(\s*)<style\b[^<>]*>/i, "$1")
    .replace(/<\/style\s*>(\s*)$/i, "$1");
}
