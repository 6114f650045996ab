/** The first sentence of a legal text, whose headings begin with "#"; "" for a text of headings. */
export function firstSentence(legalText: string): string {
  const paragraph = legalText
    .split(/\r?\n/)
    .map((line) => line.trim())
    .find((line) => line !== "" && !line.startsWith("#"));
  return /^.+?[.!?](?=\s|$)/.exec(paragraph ?? "")?.[0] ?? paragraph ?? "";
}
