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

const pageTarget = /^page:([\w-]{1,64})((?:#[\w-]{1,100})?)$/;

/**
 * The id of the record and the fragment of a link such as "page:0199…#plans", which follows the page
 * when the page moves; undefined for any other link.
 */
export function targetedPage(
  link: string,
): { readonly id: string; readonly fragment: string } | undefined {
  const [, id, fragment = ""] = pageTarget.exec(link) ?? [];
  return id === undefined ? undefined : { id, fragment };
}

/** True for a link to a page, or to one of its sections, by the id of the page's record. */
export function isPageTarget(value: string): boolean {
  return targetedPage(value) !== undefined;
}

function hasScheme(value: string, schemes: ReadonlySet<string>): boolean {
  if (disguise.test(value) || !URL.canParse(value)) return false;
  return schemes.has(new URL(value).protocol);
}

function isLocal(value: string): boolean {
  return !disguise.test(value) && /^(?:\/(?!\/)|[#?])/.test(value);
}
