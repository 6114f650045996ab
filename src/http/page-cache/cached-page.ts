import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Accepted, Encoding } from "./accepted-encoding.ts";
import { gzipPage, type PageBytes } from "./gzip-page.ts";

const brotliInThread = promisify(brotliCompress);

/**
 * The highest: a sixth less than gzip, which is what brings the longest pages within one round trip. One
 * step less takes half of the time and saves an eighth less, two a twentieth, and saves half as much.
 */
const brotliQuality = 11;

/**
 * Brotli costs tens of milliseconds in another thread. A page that has changed before so many have
 * looked at it, as while an admin edits, is never made in it for who takes both.
 */
const sentBeforeBrotli = 10;

/** What is sent for a page in one encoding: everything but the connection's own headers. */
export interface PageAnswer {
  readonly etag: string;
  readonly body: Buffer;
  /** Names and values by turns, as Node writes them without looking at them. */
  readonly headers: readonly string[];
  /** Those of an answer that says only that nothing has changed. */
  readonly unchangedHeaders: readonly string[];
}

/** A rendered page, and its bytes in each encoding that anybody has asked for, each made once. */
export class FinishedPage {
  readonly #bytes: PageBytes;
  readonly #body: Buffer;
  readonly #headers: readonly (readonly [string, string])[];
  readonly #answers = new Map<Encoding, PageAnswer>();
  #brotli: Promise<PageAnswer> | undefined;
  #sentAsGzip = 0;

  /** `headers` are those of the page, without what depends on the encoding. */
  constructor(bytes: PageBytes, headers: readonly (readonly [string, string])[]) {
    this.#bytes = bytes;
    this.#body = Buffer.concat([bytes.head, bytes.style, bytes.rest]);
    this.#headers = headers;
  }

  /** The most that it takes in memory: what its body is compressed to is smaller than the body. */
  get byteCount(): number {
    return 3 * this.#body.length;
  }

  saysTheSameAs(other: FinishedPage): boolean {
    return this.#body.equals(other.#body) && String(this.#headers) === String(other.#headers);
  }

  /** Undefined while nobody has asked for it in such an encoding. */
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
    // Should it fail, gzip will do.
    if (this.#sentAsGzip === sentBeforeBrotli) this.#inBrotli().catch(() => {});
    return answer;
  }

  /** Once for all who wait for it. */
  #inBrotli(): Promise<PageAnswer> {
    this.#brotli ??= this.#makeBrotli().finally(() => {
      this.#brotli = undefined;
    });
    return this.#brotli;
  }

  async #makeBrotli(): Promise<PageAnswer> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      // As far back as the page goes. The usual window takes 40 MB while it works.
      [constants.BROTLI_PARAM_LGWIN]: windowBitsFor(this.#body.length),
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#body.length,
    };
    return this.#answer("br", await brotliInThread(this.#body, { params }));
  }

  #answer(encoding: Encoding, body: Buffer): PageAnswer {
    // Of the headers too: who is told that nothing has changed keeps those of its copy.
    const hash = createHash("sha256").update(String(this.#headers)).update(body);
    const etag = `"${hash.digest("base64url").slice(0, 22)}"`;
    const unchanged = this.#headers.filter(([name]) => /^(cache-control|vary)$/i.test(name));
    const headers = [
      ...this.#headers.flat(),
      ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
      ...["Content-Length", String(body.length), "ETag", etag],
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

/**
 * Sends a page, or only that it is still the one that the client has, and answers which, as a status.
 * Node leaves HEAD no body.
 */
export function sendAnswer(
  { etag, body, headers, unchangedHeaders }: PageAnswer,
  ifNoneMatch: string | undefined,
  response: ServerResponse,
): 200 | 304 {
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) {
    response.writeHead(304, unchangedHeaders as string[]);
    response.end();
    return 304;
  }
  response.writeHead(200, headers as string[]);
  response.end(body);
  return 200;
}

/** Whether an If-None-Match header names the tag, by the weak comparison (RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
