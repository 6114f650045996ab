import type { RequestListener, ServerResponse } from "node:http";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

/** Sends zeros that unpack without an end, with headers of the caller's choice. */
export function sendGzipBomb(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { ...headers, "content-encoding": "gzip" });
  const gzip = createGzip({ level: 9 });
  gzip.pipe(response);
  gzip.on("error", () => {});
  response.on("close", () => gzip.destroy());
  const zeros = Buffer.alloc(1024 * 1024);
  const more = () => !gzip.destroyed && gzip.write(zeros, () => setImmediate(more));
  more();
}

/** Sends 64 MB of zeros, packed to some hundred bytes. */
export function sendBrotliBomb(
  response: ServerResponse,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { ...headers, "content-encoding": "br" });
  // Compresses quickly: on a busy machine, the best quality takes longer than the fetcher waits.
  const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  brotli.pipe(response);
  brotli.end(Buffer.alloc(64 * 1024 * 1024));
}

/** Sends text until the client closes the connection. */
export function sendWithoutEnd(
  response: ServerResponse,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, headers);
  const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
  response.on("close", () => clearInterval(timer));
}

export const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end();
