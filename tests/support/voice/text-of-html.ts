const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
};

/** The words of a page as a person reads them, with a line for each block. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<!--.*?-->/gs, "")
    .replace(/<(head|script|style|svg|template|select)\b.*?<\/\1>/gs, " ")
    .replace(
      /<(?:\/?(?:p|div|li|ul|ol|h\d|tr|td|th|dt|dd|section|article|address|form|label|button|summary|figure|figcaption|header|footer|nav|main|aside|table)|br)\b[^>]*>/g,
      "\n",
    )
    .replace(/<[^>]*>/g, "")
    .replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (all, name: string) => entities[name] ?? all)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[\s]*/g, "\n")
    .trim();
}
