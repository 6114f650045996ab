import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP } from "node:net";
import { destinationOf, type Resolve, resolveBySystem } from "#platform/network/public-address.ts";
import {
  type Exchange,
  type Failure,
  type FailureKind,
  type FetchedResponse,
  failedAddress,
  type Hop,
} from "../engine/facts.ts";
import { decodedBody, isDecodingCode } from "./decode-body.ts";
import { readHeaders } from "./read-headers.ts";
import { openRepairedConnection } from "./repair-head.ts";
import { cleaned, faultOf, hostOf } from "./typed-address.ts";

const headBytes = 64 * 1024;
const bodyBytes = 2 * 1024 * 1024;
const requestMs = 10_000;
const sessionMs = 25_000;
const mostRequests = 12;
const mostRedirects = 5;
/** A name may have many addresses; the first few are tried. */
const mostAddresses = 3;

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
      let url = addressOf(asked);
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
        const next = addressOf(location, url);
        if (options.stopBefore?.(next)) return { asked, hops, ...response };
        url = next;
      }
    } catch (error) {
      return { asked, hops, failure: failureOf(error, failedAddress({ asked, hops })) };
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
    for (const address of addresses) {
      if (this.#permission?.allows(address)) continue;
      const destination = destinationOf(address, own.addresses);
      if (destination === "private") {
        throw new FetchRefusal(
          "private",
          "The address leads into a private network, which cannot be checked.",
        );
      }
      if (destination === "own") throw ownSite();
    }
    return [...addresses].sort((one, other) => isIP(one) - isIP(other));
  }

  #requestFrom(url: URL, address: string, maxBytes: number, signal: AbortSignal) {
    const isSecure = url.protocol === "https:";
    const host = hostOf(url);
    const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
    const { certificateAuthority: ca } = this.#permission ?? {};
    const target = {
      host: address,
      port: this.#permission?.portFor(port, address) ?? port,
      tls: isSecure
        ? { servername: isIP(host) === 0 ? host : "", ...(ca !== undefined && { ca }) }
        : null,
    };
    const options = {
      // Without an agent, Node sends the request over this connection and no other.
      createConnection: () => openRepairedConnection(target),
      path: url.pathname + url.search,
      method: "GET",
      maxHeaderSize: headBytes,
      // Browsers accept heads that break the rules of HTTP without harm. The connection carries one
      // answer only, so such a head cannot hide a second one.
      insecureHTTPParser: true,
      signal,
      headers: {
        host: url.host,
        "user-agent": this.#options.userAgent,
        accept: "text/html,application/xhtml+xml,*/*;q=0.5",
        "accept-encoding": "gzip, br, deflate",
        connection: "close",
      },
    } as const;
    const startedAt = performance.now();
    return new Promise<Omit<FetchedResponse, "asked" | "hops">>((resolve, reject) => {
      const receive = (message: IncomingMessage) => {
        const firstByteMs = performance.now() - startedAt;
        const head = {
          address: url.href,
          status: message.statusCode ?? 0,
          headers: readHeaders(message.rawHeaders),
          firstByteMs,
        };
        if (redirectOf(head) !== null) {
          // Nobody reads the body of a redirect, so nothing in it can be a fault.
          message.destroy();
          request.destroy();
          resolve({ ...head, body: new Uint8Array(), isCut: false });
          return;
        }
        readBody(message, maxBytes, signal).then(
          ({ body, isCut }) => {
            request.destroy();
            resolve({ ...head, body, isCut });
          },
          (error) => {
            request.destroy();
            reject(error);
          },
        );
      };
      const send = isSecure ? requestSecure : requestPlain;
      const request: ClientRequest = send(options, receive);
      request.on("error", reject);
      request.end();
    });
  }
}

/** Reads at most `maxBytes` of the decoded body, and leaves the rest. */
async function readBody(message: IncomingMessage, maxBytes: number, signal: AbortSignal) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isCut = false;
  const stop = () => message.destroy(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    for await (const bytes of decodedBody(message, message.headers["content-encoding"] ?? "")) {
      // A decoder may still have output when the time is over.
      signal.throwIfAborted();
      chunks.push(bytes.subarray(0, maxBytes - length));
      length += bytes.length;
      isCut = length > maxBytes;
      if (isCut) break;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    message.destroy();
  }
  return { body: new Uint8Array(Buffer.concat(chunks)), isCut };
}

/** Resolves an address or the target of a redirect as browsers do. Throws a FetchRefusal. */
function addressOf(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (url !== null) return url;
  throw new FetchRefusal(
    "address",
    base === undefined
      ? "This is not an address that can be requested."
      : "The site redirects to something that is not an address.",
  );
}

/** The target of a redirect; null for every other response. An empty target is none. */
function redirectOf({ status, headers }: Pick<FetchedResponse, "status" | "headers">) {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  return headers.find(([name]) => name.toLowerCase() === "location")?.[1].trim() || null;
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

const unresolvedCodes = ["ENOTFOUND", "ENODATA", "EAI_NODATA"];

/** Codes of a name service that gave no answer, which says nothing about the name. */
const unansweredCodes = ["EAI_AGAIN", "EAI_FAIL", "ESERVFAIL", "ETIMEOUT", "ECONNREFUSED"];

const isLookup = (error: unknown) =>
  error instanceof Error &&
  "syscall" in error &&
  /^(getaddrinfo|query)/.test(String(error.syscall));

function failureOf(error: unknown, asked: string): Failure {
  if (error instanceof FetchRefusal) return error.failure;
  const code = codeOf(error);
  const host = URL.parse(asked)?.hostname ?? asked;
  if (error instanceof DOMException || code === "ABORT_ERR") {
    return { kind: "too-slow", sentence: "The site did not answer within 10 seconds." };
  }
  if (unansweredCodes.includes(code) && isLookup(error)) {
    return {
      kind: "unresolved",
      sentence: `${host} could not be reached from here, because this site could not look up its address (DNS). Try again in a few minutes.`,
    };
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
    return { kind: "too-large", sentence: "The head of the site’s answer is larger than 64 kB." };
  }
  if (code.startsWith("HPE_") || isDecodingCode(code)) {
    return { kind: "unreadable", sentence: "The site’s answer is broken and cannot be read." };
  }
  if (ownFaultCodes.includes(code)) {
    return {
      kind: "no-connection",
      sentence: `We could not connect to ${host} from our server. Try again in a few minutes.`,
    };
  }
  return { kind: "unreachable", sentence: `The server of ${host} does not answer.` };
}

/** Codes of a machine or network that cannot connect to anything, or not to this kind of address. */
const ownFaultCodes = [
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTUNREACH",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
  "EMFILE",
  "ENFILE",
  "ENOBUFS",
  "ENOMEM",
];

const certificateReasons = new Map([
  ["CERT_HAS_EXPIRED", "it has expired"],
  ["CERT_NOT_YET_VALID", "it is not valid yet"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "it is for another name"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "it is signed by the site itself"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "no known authority signed it"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "a part of the chain is missing"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "no known authority signed it"],
]);

function isCertificateCode(code: string): boolean {
  return certificateReasons.has(code) || /CERT/.test(code);
}

function describeCertificate(code: string): string {
  return certificateReasons.get(code) ?? code.toLowerCase().replaceAll("_", " ");
}
