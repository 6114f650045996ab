import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./accepted-encoding.ts";

const gzipInThread = promisify(gzip);
const brotliInThread = promisify(brotliCompress);

/** A twentieth less than gzip. Two steps more cost twice as much for a fiftieth less. */
const brotliQuality = 5;

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
  readonly #body: Buffer;
  readonly #headers: readonly (readonly [string, string])[];
  readonly #answers = new Map<Encoding, PageAnswer>();
  readonly #inTheMaking = new Map<Encoding, Promise<PageAnswer>>();

  /** `headers` are those of the page, without what depends on the encoding. */
  constructor(body: Buffer, headers: readonly (readonly [string, string])[]) {
    this.#body = body;
    this.#headers = headers;
  }

  /** The most that it takes in memory: what its body is compressed to is smaller than the body. */
  get byteCount(): number {
    return 3 * this.#body.length;
  }

  saysTheSameAs(other: FinishedPage): boolean {
    return this.#body.equals(other.#body) && String(this.#headers) === String(other.#headers);
  }

  /** Undefined while nobody has asked for it in this encoding. */
  answerAtHand(encoding: Encoding): PageAnswer | undefined {
    return this.#answers.get(encoding);
  }

  async answerIn(encoding: Encoding): Promise<PageAnswer> {
    const atHand = this.#answers.get(encoding);
    if (atHand !== undefined) return atHand;
    const making = this.#inTheMaking.get(encoding) ?? this.#make(encoding);
    this.#inTheMaking.set(encoding, making);
    try {
      return await making;
    } finally {
      this.#inTheMaking.delete(encoding);
    }
  }

  async #make(encoding: Encoding): Promise<PageAnswer> {
    const body = await encode(this.#body, encoding);
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

async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case "identity":
      return body;
    case "gzip":
      return gzipInThread(body);
    case "br": {
      const quality = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
      const size = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
      return brotliInThread(body, { params: { ...quality, ...size } });
    }
  }
}

/** Sends a page, or only that it is still the one that the client has. Node leaves HEAD no body. */
export function sendAnswer(
  { etag, body, headers, unchangedHeaders }: PageAnswer,
  ifNoneMatch: string | undefined,
  response: ServerResponse,
): void {
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) {
    response.writeHead(304, unchangedHeaders as string[]);
    response.end();
    return;
  }
  response.writeHead(200, headers as string[]);
  response.end(body);
}

/** Whether an If-None-Match header names the tag, by the weak comparison (RFC 9110, 13.1.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
