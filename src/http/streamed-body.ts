import { AsyncLocalStorage } from "node:async_hooks";
import { ReadableStream } from "node:stream/web";
import type { Log } from "../platform/metrics/log.ts";

/**
 * A body produced on demand; production stops when the client leaves. The first part is produced at
 * once, and its error is thrown, so that the error can still decide the status. A later error is
 * logged and cuts the connection, so that half a body never looks complete.
 */
export async function streamedBody(
  parts: AsyncGenerator<string | Uint8Array>,
  log: Log,
): Promise<globalThis.ReadableStream> {
  // Binds the context of the request, which has the request id for the log, because the body is
  // read outside of that context.
  const tell = AsyncLocalStorage.bind((error: unknown) =>
    log.error({ err: error }, "an answer broke off while it was sent"),
  );
  const bytes = bytesOf(await parts.next(), parts, tell);
  return ReadableStream.from(bytes) as globalThis.ReadableStream;
}

interface StreamedFile {
  readonly name: string;
  readonly type: string;
  readonly parts: AsyncGenerator<string>;
}

/**
 * Answers with a file that the browser saves. Throws, before a file is named, if the operation that
 * produces the parts refuses to produce the first one, because the sender may not read it or its
 * query is invalid.
 */
export async function streamedFile(
  { name, type, parts }: StreamedFile,
  log: Log,
): Promise<Response> {
  return new Response(await streamedBody(parts, log), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}

export const csvType = "text/csv; charset=utf-8";

async function* bytesOf(
  first: IteratorResult<string | Uint8Array>,
  parts: AsyncGenerator<string | Uint8Array>,
  tell: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    for (let part = first; !part.done; part = await parts.next()) {
      yield typeof part.value === "string" ? encoder.encode(part.value) : part.value;
    }
  } catch (error) {
    tell(error);
    // Throws an error without details, because Hono's adapter prints the thrown error. The original
    // error may contain personal data.
    throw new Error("An answer broke off while it was sent. The log says why.");
  } finally {
    await parts.return(undefined);
  }
}
