import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const gzipInThread = promisify(gzip);
const brotliInThread = promisify(brotliCompress);

/**
 * At the highest quality, a page is a sixth smaller than with gzip, so that the longest pages fit
 * into one round trip. Quality 10 takes half the time, but saves an eighth less. Quality 9 takes a
 * twentieth of the time, but saves only half as much.
 */
const brotliQuality = 11;

/**
 * Number of gzip responses after which a page is compressed with brotli for clients that accept
 * both. Brotli takes tens of milliseconds in another thread, too much for a page that soon changes.
 */
const sentBeforeBrotli = 10;

/** A response in one encoding, without the headers of the connection. */
export interface PageAnswer {
  readonly etag: string;
  readonly body: Buffer;
  /** Names and values in turn, a form that Node writes without building an object first. */
  readonly headers: readonly string[];
  readonly unchangedHeaders: readonly string[];
}

/** A rendered page. Compresses the page once for each encoding that clients request. */
export class CachedPage {
  readonly #body: Buffer;
  readonly #headers: readonly (readonly [string, string])[];
  readonly #answers = new Map<Encoding, PageAnswer>();
  readonly #compressing = new Map<Encoding, Promise<PageAnswer>>();
  #sentAsGzip = 0;

  /** `headers` must not include headers that depend on the encoding. */
  constructor(body: Buffer, headers: readonly (readonly [string, string])[]) {
    this.#body = body;
    this.#headers = headers;
  }

  /** Upper limit of the page's memory in bytes: the body and two smaller, compressed copies. */
  get byteCount(): number {
    return 3 * this.#body.length;
  }

  saysTheSameAs(other: CachedPage): boolean {
    return this.#body.equals(other.#body) && String(this.#headers) === String(other.#headers);
  }

  /** Undefined until the page is compressed in an accepted encoding. */
  answerAtHand(accepted: Accepted): PageAnswer | undefined {
    if (accepted !== "br or gzip") return this.#answers.get(accepted);
    return this.#answers.get("br") ?? this.#gzipForNow();
  }

  async answerIn(accepted: Accepted): Promise<PageAnswer> {
    return this.answerAtHand(accepted) ?? this.#make(accepted === "br or gzip" ? "gzip" : accepted);
  }

  #gzipForNow(): PageAnswer | undefined {
    const answer = this.#answers.get("gzip");
    if (answer === undefined) return undefined;
    this.#sentAsGzip += 1;
    // If brotli fails, clients still get gzip.
    if (this.#sentAsGzip === sentBeforeBrotli) this.#make("br").catch(() => {});
    return answer;
  }

  /** Compresses once for all waiting requests. */
  #make(encoding: Encoding): Promise<PageAnswer> {
    const compressing =
      this.#compressing.get(encoding) ??
      this.#compress(encoding)
        .then((body) => this.#answer(encoding, body))
        .finally(() => this.#compressing.delete(encoding));
    this.#compressing.set(encoding, compressing);
    return compressing;
  }

  /** Compresses in another thread, so that the server answers other requests meanwhile. */
  async #compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === "identity") return this.#body;
    if (encoding === "gzip") return gzipInThread(this.#body);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      // A window as large as the page, because the default window takes 40 MB of memory.
      [constants.BROTLI_PARAM_LGWIN]: windowBitsFor(this.#body.length),
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#body.length,
    };
    return brotliInThread(this.#body, { params });
  }

  #answer(encoding: Encoding, body: Buffer): PageAnswer {
    // The ETag also covers the headers, because a client that gets 304 keeps the headers of its
    // copy.
    const hash = createHash("sha256").update(String(this.#headers)).update(body);
    const etag = `"${hash.digest("base64url").slice(0, 22)}"`;
    const unchanged = this.#headers.filter(([name]) => /^(cache-control|vary)$/i.test(name));
    const headers = [
      ...this.#headers.flat(),
      ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
      "Content-Length",
      String(body.length),
      "ETag",
      etag,
    ];
    const answer = { etag, body, headers, unchangedHeaders: [...unchanged.flat(), "ETag", etag] };
    this.#answers.set(encoding, answer);
    return answer;
  }
}

function windowBitsFor(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_MAX_WINDOW_BITS: most } = constants;
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(length + 1))));
}

/** Sends a page, or 304 if the client has it; returns the status. Node omits the body for HEAD. */
export function sendAnswer(
  { etag, body, headers, unchangedHeaders }: PageAnswer,
  ifNoneMatch: string | undefined,
  response: ServerResponse,
): 200 | 304 {
  if (matchesTag(ifNoneMatch, etag)) {
    response.writeHead(304, unchangedHeaders as string[]);
    response.end();
    return 304;
  }
  response.writeHead(200, headers as string[]);
  response.end(body);
  return 200;
}

/** Whether an If-None-Match header names the tag, by the weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === "*") return true;
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(etag) ?? false;
}

const encodings = ["br", "gzip", "identity"] as const;
type Encoding = (typeof encodings)[number];

/** Encoding that a client prefers; "br or gzip" when it prefers both equally. */
type Accepted = Encoding | "br or gzip";

/**
 * Weight of `identity` (no compression) when the header does not mention it. Lower than any weight
 * above zero in a header, so that the page is compressed if the client accepts it.
 */
const leastWeight = 0.0001;

/**
 * Results for Accept-Encoding headers. Clients send few different headers, so almost every header
 * is parsed only once.
 */
const seen = new Map<string, Accepted>();
const mostSeen = 200;

/** Evaluates an Accept-Encoding header (RFC 9110, 12.5.3). */
export function acceptedEncoding(header: string | undefined): Accepted {
  if (header === undefined) return "identity";
  const known = seen.get(header);
  if (known !== undefined) return known;
  const weightOf = weightsIn(header);
  const best = encodings.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  const encoding = preferred(best, weightOf);
  if (seen.size >= mostSeen) seen.clear();
  seen.set(header, encoding);
  return encoding;
}

export function takesGzip(header: string | undefined): boolean {
  return header !== undefined && weightsIn(header)("gzip") > 0;
}

function preferred(best: Encoding, weightOf: (encoding: Encoding) => number): Accepted {
  if (weightOf(best) <= 0) return "identity";
  return best === "br" && weightOf("gzip") === weightOf("br") ? "br or gzip" : best;
}

function weightsIn(header: string): (encoding: Encoding) => number {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  return (encoding) =>
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? leastWeight : 0);
}
