import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, crc32, deflateRawSync } from "node:zlib";

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
  readonly #bytes: PageBytes;
  readonly #body: Buffer;
  readonly #headers: readonly (readonly [string, string])[];
  readonly #answers = new Map<Encoding, PageAnswer>();
  #brotli: Promise<PageAnswer> | undefined;
  #sentAsGzip = 0;

  /** `headers` must not include headers that depend on the encoding. */
  constructor(bytes: PageBytes, headers: readonly (readonly [string, string])[]) {
    this.#bytes = bytes;
    this.#body = Buffer.concat([bytes.head, bytes.style, bytes.rest]);
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
    const atHand = this.answerAtHand(accepted);
    if (atHand !== undefined) return atHand;
    if (accepted === "br") return this.#inBrotli();
    return accepted === "identity"
      ? this.#answer("identity", this.#body)
      : this.#answer("gzip", gzipPage(this.#bytes));
  }

  #gzipForNow(): PageAnswer | undefined {
    const answer = this.#answers.get("gzip");
    if (answer === undefined) return undefined;
    this.#sentAsGzip += 1;
    // If brotli fails, clients still get gzip.
    if (this.#sentAsGzip === sentBeforeBrotli) this.#inBrotli().catch(() => {});
    return answer;
  }

  /** Compresses once for all waiting requests. */
  #inBrotli(): Promise<PageAnswer> {
    this.#brotli ??= this.#makeBrotli().finally(() => {
      this.#brotli = undefined;
    });
    return this.#brotli;
  }

  async #makeBrotli(): Promise<PageAnswer> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      // A window as large as the page, because the default window takes 40 MB of memory.
      [constants.BROTLI_PARAM_LGWIN]: windowBitsFor(this.#body.length),
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#body.length,
    };
    return this.#answer("br", await brotliInThread(this.#body, { params }));
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

export interface PageBytes {
  readonly head: Buffer;
  /** The same buffer in all pages with this style, so that the style is compressed once. */
  readonly style: Buffer;
  readonly rest: Buffer;
}

const windowBytes = 32 * 1024;
/** Gzip header without time and name, from Unix (RFC 1952, 2.3). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const { Z_SYNC_FLUSH } = constants;

const compressedStyles = new WeakMap<Buffer, Buffer>();

/**
 * Compresses a page to gzip in half the usual time: the style is compressed separately and only
 * once, and the rest uses the style as its dictionary. Synchronous, because another thread would
 * cost twice as much.
 */
export function gzipPage({ head, style, rest }: PageBytes): Buffer {
  const dictionary = style.length === 0 ? {} : { dictionary: style.subarray(-windowBytes) };
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(rest, crc32(style, crc32(head))), 0);
  trailer.writeUInt32LE(head.length + style.length + rest.length, 4);
  return Buffer.concat([
    gzipHeader,
    deflateRawSync(head, { finishFlush: Z_SYNC_FLUSH }),
    compressedStyle(style),
    deflateRawSync(rest, { ...dictionary, chunkSize: 64 * 1024 }),
    trailer,
  ]);
}

function compressedStyle(style: Buffer): Buffer {
  const known = compressedStyles.get(style);
  if (known !== undefined) return known;
  const compressed = deflateRawSync(style, { level: 9, finishFlush: Z_SYNC_FLUSH });
  compressedStyles.set(style, compressed);
  return compressed;
}
