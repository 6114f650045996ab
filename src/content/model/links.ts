/**
 * Links and pictures in content. Browsers drop tabs and line ends from an address and read a
 * backslash as a slash, so any of them is refused before the scheme is looked at.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const disguise = /[\u0000-\u0020\u007f\\]/;

const linkSchemes = new Set(["http:", "https:", "mailto:", "tel:"]);
const imageSchemes = new Set(["http:", "https:"]);

/** http(s), mailto, tel, or a path, query or anchor on this site. */
export function isContentLink(value: string): boolean {
  return hasScheme(value, linkSchemes) || isLocal(value);
}

/** http(s), or a path on this site. */
export function isImageAddress(value: string): boolean {
  return hasScheme(value, imageSchemes) || (isLocal(value) && value.startsWith("/"));
}

function hasScheme(value: string, schemes: ReadonlySet<string>): boolean {
  if (disguise.test(value) || !URL.canParse(value)) return false;
  return schemes.has(new URL(value).protocol);
}

function isLocal(value: string): boolean {
  return !disguise.test(value) && /^(?:\/(?!\/)|[#?])/.test(value);
}
