/**
 * Characters that could hide the scheme of an address: browsers remove tabs and line ends from an
 * address and read a backslash as a slash. An address with such a character is rejected.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const disguise = /[\u0000-\u0020\u007f\\]/;

const linkSchemes = new Set(["http:", "https:", "mailto:", "tel:"]);
const imageSchemes = new Set(["http:", "https:"]);

export function isContentLink(value: string): boolean {
  return hasScheme(value, linkSchemes) || isLocal(value);
}

export function isImageAddress(value: string): boolean {
  return hasScheme(value, imageSchemes) || (isLocal(value) && value.startsWith("/"));
}

/**
 * A link to a page, or to one of its sections, by the id of the page's record, so that it follows
 * the page when the page moves.
 */
export function isPageTarget(value: string): boolean {
  return /^page:[\w-]{1,64}(#[\w-]{1,100})?$/.test(value);
}

function hasScheme(value: string, schemes: ReadonlySet<string>): boolean {
  if (disguise.test(value) || !URL.canParse(value)) return false;
  return schemes.has(new URL(value).protocol);
}

function isLocal(value: string): boolean {
  return !disguise.test(value) && /^(?:\/(?!\/)|[#?])/.test(value);
}
