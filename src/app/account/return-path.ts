/** Where to go after signing in, as the address carries it; not to be trusted before `localPathOr`. */
export function fromOf(request: Request): string | null {
  return new URL(request.url).searchParams.get("from");
}

/** A link that keeps where to go after signing in. */
export function withFrom(path: string, from: string | null): string {
  return from === null ? path : `${path}?from=${encodeURIComponent(from)}`;
}

export function cookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
