import { AsyncLocalStorage } from "node:async_hooks";
import { ReadableStream } from "node:stream/web";
import type { Log } from "../platform/metrics/log.ts";

/**
 * A body that is made as it is taken, and no further once whoever takes it has left. Its first part is
 * made at once, and what that throws is thrown, so that a refusal still has its status. What fails later
 * is written to the log and cuts the connection: half of it never looks like the whole.
 */
export async function streamedBody(
  parts: AsyncGenerator<string>,
  log: Log,
): Promise<globalThis.ReadableStream> {
  // Who takes the body is not in the request any more, by whose id the log knows it.
  const tell = AsyncLocalStorage.bind((error: unknown) =>
    log.error({ err: error }, "an answer broke off while it was sent"),
  );
  const bytes = bytesOf(await parts.next(), parts, tell);
  return ReadableStream.from(bytes) as globalThis.ReadableStream;
}

async function* bytesOf(
  first: IteratorResult<string>,
  parts: AsyncGenerator<string>,
  tell: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    for (let part = first; !part.done; part = await parts.next()) yield encoder.encode(part.value);
  } catch (error) {
    tell(error);
    // The server's adapter prints what it is given, and the error may say whom it is about.
    throw new Error("An answer broke off while it was sent. The log says why.");
  } finally {
    await parts.return(undefined);
  }
}
