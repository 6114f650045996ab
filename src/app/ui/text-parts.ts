interface TextPart {
  readonly words: string;
  /** Address of a link; null for other text. */
  readonly href: string | null;
}

const address = /https?:\/\/[^\s<>"]+/gi;

/** Splits a text at its http and https addresses. All parts together are the text, unchanged. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const href = withoutPunctuation(found);
    if (!URL.canParse(href)) continue;
    if (index > end) parts.push({ words: text.slice(end, index), href: null });
    parts.push({ words: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ words: text.slice(end), href: null });
  return parts;
}

/**
 * Removes punctuation after an address, but keeps a closing parenthesis that the address opened.
 */
function withoutPunctuation(found: string): string {
  let href = found;
  for (;;) {
    const last = href.at(-1) ?? "";
    const isOpened = last === ")" && href.split("(").length >= href.split(")").length;
    if (!/[.,;:!?'’”»)\]}*_]/.test(last) || isOpened) return href;
    href = href.slice(0, -1);
  }
}
