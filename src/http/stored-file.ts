import type { Handler } from "hono";
import { AppError } from "../platform/errors.ts";

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** In quotes, as the header has it. */
  readonly etag: string;
  readonly cacheControl: string;
}

/** Answers files that are kept in the database, by their path. */
export function storedFile(find: (path: string) => Promise<StoredFile | undefined>): Handler {
  return async (context) => {
    const file = await find(context.req.path);
    if (file === undefined) throw new AppError("not-found", "There is no such file.");
    context.header("ETag", file.etag);
    context.header("Cache-Control", file.cacheControl);
    if (
      context.req
        .header("if-none-match")
        ?.split(/\s*,\s*/)
        .includes(file.etag)
    ) {
      return context.body(null, 304);
    }
    context.header("Content-Type", file.type);
    context.header("Content-Length", String(file.bytes.length));
    return context.body(new Uint8Array(file.bytes));
  };
}
