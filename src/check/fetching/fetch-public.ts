import { lookup } from "node:dns/promises";
import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Exchange, Failure, FailureKind, FetchedResponse, Hop } from "../engine/facts.ts";
import { isPublicAddress } from "./public-address.ts";
import { cleaned, faultOf, hostOf } from "./typed-address.ts";

const headBytes = 64 * 1024;
const bodyBytes = 2 * 1024 * 1024;
const requestMs = 10_000;
const sessionMs = 25_000;
const mostRequests = 12;
const mostRedirects = 5;
/** A name may have many addresses; the first few are tried. */
const mostAddresses = 3;

/** Resolves a name to all its addresses. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Lets tests reach servers on this machine. Production code never passes a permission. */
export interface LoopbackPermission {
  readonly allows: (address: string) => boolean;
  readonly portFor: (port: number, address: string) => number;
  readonly certificateAuthority?: string;
  /** Time limits for tests, shorter than those of production. */
  readonly limits?: { readonly requestMs: number; readonly sessionMs: number };
}

interface FetcherOptions {
  readonly userAgent: string;
  readonly resolve?: Resolve;
  /** Host names and addresses of this site and its proxies, to which no request is sent. */
  readonly own: { readonly hosts: readonly string[]; readonly addresses: readonly string[] };
}

interface GetOptions {
  readonly maxBytes?: number;
  /** Called before each request with its address; throw a FetchRefusal to end the exchange. */
  readonly beforeRequest?: (address: string) => Promise<void>;
  /** The exchange ends with the redirect when this function returns true for the target. */
  readonly stopBefore?: (target: URL) => boolean;
}

export interface FetchSession {
  get(address: string, options?: GetOptions): Promise<Exchange>;
  readonly requestsLeft: number;
}

export class FetchRefusal extends Error {
  readonly failure: Failure;

  constructor(kind: FailureKind, sentence: string) {
    super(sentence);
    this.name = "FetchRefusal";
    this.failure = { kind, sentence };
  }
}

/**
 * The only class that sends requests to addresses that people typed. Connects to the very IP
 * address that was checked, so that a second DNS answer cannot lead the connection elsewhere (DNS
 * rebinding).
 */
export class PublicFetcher {
  readonly #options: FetcherOptions;
  readonly #permission: LoopbackPermission | undefined;

  constructor(options: FetcherOptions, permission?: LoopbackPermission) {
    this.#options = options;
    this.#permission = permission;
  }

  /** Limits of 12 requests and 25 seconds hold for all requests of a session together. */
  open(signal?: AbortSignal): FetchSession {
    const limits = this.#permission?.limits ?? { requestMs, sessionMs };
    const until = performance.now() + limits.sessionMs;
    let left = mostRequests;
    const takeRequest = () => {
      if (left === 0)
        throw new FetchRefusal("too-many-requests", "The requests of this check were used up.");
      left -= 1;
      const remainingMs = until - performance.now();
      if (remainingMs <= 0)
        throw new FetchRefusal("too-slow", "The site did not answer within 25 seconds.");
      // `AbortSignal.timeout` takes whole milliseconds only.
      return Math.ceil(Math.min(limits.requestMs, remainingMs));
    };
    return {
      get requestsLeft() {
        return left;
      },
      get: (address, options = {}) => this.#get(address, options, takeRequest, signal),
    };
  }

  async #get(
    asked: string,
    options: GetOptions,
    takeRequest: () => number,
    signal: AbortSignal | undefined,
  ): Promise<Exchange> {
    const hops: Hop[] = [];
    try {
      let url = new URL(asked);
      for (;;) {
        const fault = faultOf(url);
        if (fault !== null) throw new FetchRefusal(fault.kind, fault.sentence);
        url = new URL(cleaned(url));
        await options.beforeRequest?.(url.href);
        const limit = AbortSignal.timeout(takeRequest());
        const stopped = signal === undefined ? limit : AbortSignal.any([limit, signal]);
        const response = await this.#request(url, options.maxBytes ?? bodyBytes, stopped);
        const location = redirectOf(response);
        if (location === null) return { asked, hops, ...response };
        hops.push({ address: url.href, status: response.status, location });
        if (hops.length > mostRedirects) {
          throw new FetchRefusal(
            "too-many-redirects",
            "The address leads over more than five redirects.",
          );
        }
        const next = URL.parse(location, url);
        if (next === null) {
          throw new FetchRefusal(
            "address",
            "The site redirects to something that is not an address.",
          );
        }
        if (options.stopBefore?.(next)) return { asked, hops, ...response };
        url = next;
      }
    } catch (error) {
      return { asked, hops, failure: failureOf(error, asked) };
    }
  }

  async #request(url: URL, maxBytes: number, signal: AbortSignal) {
    const host = hostOf(url);
    const addresses = await this.#addressesOf(host, signal);
    let last: unknown;
    for (const address of addresses.slice(0, mostAddresses)) {
      try {
        return await this.#requestFrom(url, address, maxBytes, signal);
      } catch (error) {
        last = error;
        if (!isConnectFault(error)) throw error;
      }
    }
    throw last;
  }

  /** Resolves the name once. Refuses a name with any address that is not public. */
  async #addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const { own, resolve = resolveBySystem } = this.#options;
    if (own.hosts.includes(host.toLowerCase())) throw ownSite();
    const addresses = isIP(host) === 0 ? await beforeAbort(resolve(host), signal) : [host];
    if (addresses.length === 0)
      throw new FetchRefusal("unresolved", `There is no website called ${host}.`);
    const machine = [...own.addresses, ...ownInterfaces()];
    for (const address of addresses) {
      if (this.#permission?.allows(address)) continue;
      if (!isPublicAddress(address)) {
        throw new FetchRefusal(
          "private",
          "The address leads into a private network, which cannot be checked.",
        );
      }
      if (machine.includes(address)) throw ownSite();
    }
    return [...addresses].sort((one, other) => isIP(one) - isIP(other));
  }

  #requestFrom(url: URL, address: string, maxBytes: number, signal: AbortSignal) {
    const isSecure = url.protocol === "https:";
    const host = hostOf(url);
    const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
    const options = {
      host: address,
      port: this.#permission?.portFor(port, address) ?? port,
      path: url.pathname + url.search,
      method: "GET",
      agent: false,
      maxHeaderSize: headBytes,
      signal,
      headers: {
        host: url.host,
        "user-agent": this.#options.userAgent,
        accept: "text/html,application/xhtml+xml,*/*;q=0.5",
        "accept-encoding": "gzip, br, deflate",
        connection: "close",
      },
    } as const;
    const certificateAuthority = this.#permission?.certificateAuthority;
    const startedAt = performance.now();
    return new Promise<Omit<FetchedResponse, "asked" | "hops">>((resolve, reject) => {
      const receive = (message: IncomingMessage) => {
        const firstByteMs = performance.now() - startedAt;
        readBody(message, maxBytes, signal).then(
          ({ body, isCut }) => {
            request.destroy();
            resolve({
              address: url.href,
              status: message.statusCode ?? 0,
              headers: pairsOf(message.rawHeaders),
              firstByteMs,
              body,
              isCut,
            });
          },
          (error) => {
            request.destroy();
            reject(error);
          },
        );
      };
      const request: ClientRequest = isSecure
        ? requestSecure(
            {
              ...options,
              servername: isIP(host) === 0 ? host : "",
              ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
            },
            receive,
          )
        : requestPlain(options, receive);
      request.on("error", reject);
      request.end();
    });
  }
}

/** Reads at most `maxBytes` of the decompressed body, and leaves the rest. */
async function readBody(message: IncomingMessage, maxBytes: number, signal: AbortSignal) {
  const chunks: Buffer[] = [];
  let length = 0;
  let isCut = false;
  const stream = decompressed(message);
  const stop = () => stream.destroy(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      chunks.push(bytes.subarray(0, maxBytes - length));
      length += bytes.length;
      isCut = length > maxBytes;
      if (isCut) break;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stream.destroy();
    message.destroy();
  }
  return { body: new Uint8Array(Buffer.concat(chunks)), isCut };
}

function decompressed(message: IncomingMessage): Readable {
  const encoding = (message.headers["content-encoding"] ?? "").trim().toLowerCase();
  const unpack =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip()
      : encoding === "br"
        ? createBrotliDecompress()
        : encoding === "deflate"
          ? createInflate()
          : null;
  if (unpack === null) return message;
  message.on("error", (error) => unpack.destroy(error));
  message.on("aborted", () => unpack.destroy(new Error("aborted")));
  return message.pipe(unpack);
}

function redirectOf({ status, headers }: Omit<FetchedResponse, "asked" | "hops">): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  return headers.find(([name]) => name.toLowerCase() === "location")?.[1] ?? null;
}

function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let nth = 0; nth + 1 < raw.length; nth += 2)
    pairs.push([raw[nth] ?? "", raw[nth + 1] ?? ""]);
  return pairs;
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

function ownInterfaces(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address),
  );
}

function ownSite(): FetchRefusal {
  return new FetchRefusal(
    "private",
    "This is the address of this site itself. Enter the address of your own website.",
  );
}

function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

const connectCodes = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "ETIMEDOUT"];

const isConnectFault = (error: unknown) => connectCodes.includes(codeOf(error));

const unresolvedCodes = [
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENODATA",
  "EAI_NODATA",
  "ESERVFAIL",
  "ETIMEOUT",
];

function failureOf(error: unknown, asked: string): Failure {
  if (error instanceof FetchRefusal) return error.failure;
  const code = codeOf(error);
  const host = URL.parse(asked)?.hostname ?? asked;
  if (error instanceof DOMException || code === "ABORT_ERR") {
    return { kind: "too-slow", sentence: "The site did not answer within 10 seconds." };
  }
  if (unresolvedCodes.includes(code))
    return { kind: "unresolved", sentence: `There is no website called ${host}.` };
  if (isCertificateCode(code)) {
    return {
      kind: "certificate",
      sentence: `The certificate of ${host} is not valid (${describeCertificate(code)}).`,
    };
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return { kind: "too-large", sentence: "The head of the site's answer is larger than 64 kB." };
  }
  if (
    code.startsWith("HPE_") ||
    code.startsWith("Z_") ||
    code.startsWith("ERR_BROTLI") ||
    code.startsWith("ERR__ERROR")
  ) {
    return { kind: "unreadable", sentence: "The site's answer is broken and cannot be read." };
  }
  return { kind: "unreachable", sentence: `The server of ${host} does not answer.` };
}

const certificateReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "it has expired",
  CERT_NOT_YET_VALID: "it is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "it is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is signed by the site itself",
  SELF_SIGNED_CERT_IN_CHAIN: "no known authority signed it",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "a part of the chain is missing",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "no known authority signed it",
};

function isCertificateCode(code: string): boolean {
  return code in certificateReasons || /CERT/.test(code);
}

function describeCertificate(code: string): string {
  return certificateReasons[code] ?? code.toLowerCase().replaceAll("_", " ");
}
