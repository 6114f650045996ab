/** Every key begins with this word, so that scanners for leaked secrets recognise a key. */
export const apiKeyMark = "furrow_";

/** The API key in the header of a request; undefined when the request has no API key. */
export function apiKeyIn(headers: Headers): string | undefined {
  const [scheme = "", token = ""] = (headers.get("authorization") ?? "").trim().split(/\s+/);
  return scheme.toLowerCase() === "bearer" && token.startsWith(apiKeyMark) ? token : undefined;
}

/**
 * Whether a request has an API key, valid or not. Only the key may then identify the sender, so the
 * cookies of the request are ignored.
 */
export function sendsApiKey(headers: Headers): boolean {
  return apiKeyIn(headers) !== undefined;
}
