/** Line ends as they are stored: a form that was posted has two characters for each, a script one. */
export function asOneSpelling(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
