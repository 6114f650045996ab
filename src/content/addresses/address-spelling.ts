/** The path of an address, because owners paste whole ones. */
export function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/i, "").replace(/[?#].*$/, "");
}

/**
 * One spelling for all of a path: a slash at the end, the case of letters and percent signs for
 * characters that need none make no difference.
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
