/** Removes origin, query and fragment, because owners paste whole URLs. */
export function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/i, "").replace(/[?#].*$/, "");
}

/**
 * Normalises a path for comparison: lower case, no final slash, no unnecessary percent-encoding.
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

/**
 * The first segment of a path. The site reserves first segments, so `/login/a` is reserved like
 * `/login`.
 */
export function firstWordOf(path: string): string {
  return spellingOf(path).split("/")[1] ?? "";
}
