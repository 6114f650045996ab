import type { IncomingMessage } from "node:http";

/** Request headers that decide the answer from the cache. */
export interface PageRequestHeaders {
  readonly cookie: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

const keys = {
  cookie: "cookie",
  "accept-encoding": "acceptEncoding",
  "if-none-match": "ifNoneMatch",
} as const;

const keysByName = new Map<string, keyof PageRequestHeaders>(Object.entries(keys));

/**
 * Reads the raw header list: Node's `headers` would first build an object of all headers, which
 * takes too long for a cached page.
 */
export function pageRequestHeaders(request: IncomingMessage): PageRequestHeaders {
  const { rawHeaders } = request;
  const found: { -readonly [key in keyof PageRequestHeaders]: string | undefined } = {
    cookie: undefined,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
  };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const key = keysByName.get((rawHeaders[index] ?? "").toLowerCase());
    if (key === undefined) continue;
    // Node knows how to join a repeated header.
    if (found[key] !== undefined) return joined(request);
    found[key] = rawHeaders[index + 1];
  }
  return found;
}

function joined({ headers }: IncomingMessage): PageRequestHeaders {
  return {
    cookie: headers.cookie,
    acceptEncoding: headers["accept-encoding"],
    ifNoneMatch: headers["if-none-match"],
  };
}
