import { type Duplex, pipeline, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

/** The memory that RFC 8878 asks of every decoder: 8 MB. */
const zstdWindowLog = 23;

/** Makes the decoder for a body that begins with these bytes. */
type MakeDecoder = (beginning: Uint8Array) => Transform;

// The flush at the end accepts a body that ends too early, as browsers do.
const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const zstd = {
  finishFlush: constants.ZSTD_e_flush,
  params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog },
};

/** Decoders by the names of Content-Encoding. Browsers ignore all other names, and so do we. */
const decoders = new Map<string, MakeDecoder>([
  ["gzip", () => createGunzip(zlib)],
  ["x-gzip", () => createGunzip(zlib)],
  // Some servers leave out the header of zlib, which RFC 9110 demands.
  ["deflate", (beginning) => (isZlib(beginning) ? createInflate(zlib) : createInflateRaw(zlib))],
  ["br", () => createBrotliDecompress(brotli)],
  ["zstd", () => createZstdDecompress(zstd)],
]);

function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** Undoes the content encodings of a body, the last applied one first. */
export function decodedBody(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string,
): AsyncIterable<Uint8Array> {
  const names = contentEncoding.toLowerCase().split(",");
  return names
    .flatMap((name) => decoders.get(name.trim()) ?? [])
    .reduceRight((inner, makeDecoder) => decoded(inner, makeDecoder), body);
}

/** Errors of the packed bytes themselves; an error of the connection has another code. */
export function isDecodingCode(code: string): boolean {
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_ZSTD|ZSTD_)/.test(code);
}

/**
 * An empty body needs no decoding, and of a body that is damaged later the part before counts, as in
 * browsers.
 */
async function* decoded(
  packed: AsyncIterable<Uint8Array>,
  makeDecoder: MakeDecoder,
): AsyncGenerator<Uint8Array> {
  const source = packed[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  let isOver = false;
  // Two bytes tell a zlib header.
  while (beginning.length < 2 && !isOver) {
    const { done, value } = await source.next();
    if (done) isOver = true;
    else beginning = Buffer.concat([beginning, value]);
  }
  if (beginning.length === 0) return;
  const whole = async function* () {
    yield beginning;
    if (!isOver) yield* { [Symbol.asyncIterator]: () => source };
  };
  const decoder: Duplex = pipeline(withSeparateEnd(whole()), makeDecoder(beginning), () => {});
  let hasOutput = false;
  try {
    for await (const chunk of decoder) {
      hasOutput = true;
      yield chunk;
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!hasOutput || !isDecodingCode(code)) throw error;
  } finally {
    decoder.destroy();
    await source.return?.();
  }
}

/** Bytes of the checksums at the end of gzip, which browsers do not compare. */
const checksumBytes = 8;

/**
 * Passes the last bytes on by themselves, because a decoder returns nothing of a chunk with an
 * error.
 */
async function* withSeparateEnd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let end: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const joined = Buffer.concat([end, chunk]);
    const split = Math.max(0, joined.length - checksumBytes);
    if (split > 0) yield joined.subarray(0, split);
    end = joined.subarray(split);
  }
  if (end.length > 0) yield end;
}
