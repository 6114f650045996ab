import { AsyncLocalStorage } from "node:async_hooks";
import { ReadableStream } from "node:stream/web";
import { create as contentDisposition } from "content-disposition";
import { parse as parseRange } from "range-parser";
import { AppError } from "../platform/errors.ts";
import { BucketError, type ByteRange } from "./bucket.ts";
import { readPart } from "./file-parts.server.ts";
import { partBytes } from "./private-file-tables.server.ts";
import type { FileDependencies, ReceivedFile } from "./private-files.ts";

/**
 * Answers a GET or HEAD request with the bytes of a file, or with the range that the request asks
 * for. The caller has checked the right. Reads one part at a time. A browser saves the file and
 * never shows it as a page of the site. Throws "not-found" for a file that was removed, and
 * "unavailable" while the bucket fails.
 */
export async function fileResponse(
  dependencies: FileDependencies,
  file: ReceivedFile,
  request: Request,
): Promise<Response> {
  const etag = `"${file.contentHash}"`;
  const headers = new Headers({
    "Content-Type": file.type === "text/plain" ? "text/plain; charset=utf-8" : file.type,
    "Content-Disposition": contentDisposition(file.name),
    "Content-Security-Policy": "sandbox",
    // `no-transform` forbids compression, because ranges count the bytes of the uncompressed file.
    "Cache-Control": "private, no-store, no-transform",
    "X-Content-Type-Options": "nosniff",
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  const range = rangeOf(request, file.byteCount, etag);
  if (range === "outside") {
    headers.set("Content-Range", `bytes */${file.byteCount}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.byteCount - 1 };
  headers.set("Content-Length", String(end - start + 1));
  if (range !== null) headers.set("Content-Range", `bytes ${start}-${end}/${file.byteCount}`);
  const status = range === null ? 200 : 206;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  return new Response(await bodyOf(dependencies, file, { start, end }), { status, headers });
}

/** Code of `range-parser` for ranges that all lie outside of the file. */
const outsideOfFile = 2;

/** Null for the whole file. Several ranges are answered with the whole file, as RFC 9110 allows. */
function rangeOf(request: Request, size: number, etag: string): ByteRange | "outside" | null {
  const asked = request.headers.get("range");
  const condition = request.headers.get("if-range");
  if (asked === null || (condition !== null && condition !== etag)) return null;
  const { code, type, ranges } = parseRange(size, asked);
  if (type !== "bytes") return null;
  if (code === outsideOfFile) return "outside";
  const [range] = ranges;
  return range === undefined || ranges.length > 1 ? null : range;
}

async function bodyOf(
  dependencies: FileDependencies,
  file: ReceivedFile,
  range: ByteRange,
): Promise<globalThis.ReadableStream> {
  // Binds the context of the request, which has the request id for the log, because the body is
  // read outside of that context.
  const tell = AsyncLocalStorage.bind((error: unknown) =>
    dependencies.log.error({ err: error }, "a file broke off while it was sent"),
  );
  const parts = bytesIn(dependencies, file, range);
  // The first part is read before the answer begins, so that its error can decide the status.
  const first = await parts.next().catch((error: unknown) => {
    if (!(error instanceof BucketError)) throw error;
    tell(error);
    throw new AppError("unavailable", notReadable, { retryAfterSeconds: 60, cause: error });
  });
  const rest = async function* () {
    try {
      for (let part = first; !part.done; part = await parts.next()) yield part.value;
    } catch (error) {
      tell(error);
      throw new Error("A file broke off while it was sent. The log says why.");
    } finally {
      await parts.return(undefined);
    }
  };
  return ReadableStream.from(rest()) as globalThis.ReadableStream;
}

const notReadable = "This file cannot be downloaded at the moment. Try again in a few minutes.";

/** The bytes of a range, one part after the other. Throws the errors of `readPart`. */
async function* bytesIn(
  dependencies: FileDependencies,
  { id: fileId }: Pick<ReceivedFile, "id">,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let position = Math.floor(start / partBytes); position * partBytes <= end; position++) {
    const offset = position * partBytes;
    const range = {
      start: Math.max(0, start - offset),
      end: Math.min(partBytes - 1, end - offset),
    };
    yield await readPart(dependencies, { fileId, position, range });
  }
}
