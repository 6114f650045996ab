/** Every key begins with this word, so that scanners for leaked secrets recognise a key. */
export const apiKeyMark = "furrow_";

/** The API key in the header of a request; undefined without one. */
export function apiKeyIn(headers: Headers): string | undefined {
  const [scheme = "", token = ""] = (headers.get("authorization") ?? "").trim().split(/\s+/);
  return scheme.toLowerCase() === "bearer" && token.startsWith(apiKeyMark) ? token : undefined;
}

/**
 * Whether a request comes with an API key, right or wrong. Nothing else of the request may then say
 * who sends it, so its cookies do not count.
 */
export function sendsApiKey(headers: Headers): boolean {
  return apiKeyIn(headers) !== undefined;
}
