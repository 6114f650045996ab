import type { IncomingMessage } from "node:http";

/** What the answer of a finished page depends on, besides its address. */
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
 * Reads them where they arrived. Node's own `headers` puts all of a request into an object first,
 * for which a finished page has no time.
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
    // One that comes several times Node knows how to put together.
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
