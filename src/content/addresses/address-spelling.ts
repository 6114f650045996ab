/** The path of an address, without the origin that owners paste with it. */
export function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/i, "").replace(/[?#].*$/, "");
}

/**
 * The normalised form of a path: without a final slash, in small letters, and without unnecessary
 * percent-encoding.
 */
export function spellingOf(path: string): string {
  return `/${withoutEscapes(path).split("/").filter(Boolean).join("/").toLowerCase()}`;
}

function withoutEscapes(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

export function isSameAddress(one: string, other: string): boolean {
  return spellingOf(one) === spellingOf(other);
}

/** The first segment of a path: the site reserves whole segments, not single addresses. */
export function firstWordOf(path: string): string {
  return spellingOf(path).split("/")[1] ?? "";
}
