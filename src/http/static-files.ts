import { serveStatic } from "@hono/node-server/serve-static";
import type { Handler, MiddlewareHandler } from "hono";
import { AppError } from "../platform/errors.ts";
import type { HttpVariables } from "./http-app.ts";
import { matchesTag } from "./page-cache/cached-page.ts";

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** The value of the ETag header, with its quotes. */
  readonly etag: string;
  readonly cacheControl: string;
}

export function storedFile(find: (path: string) => Promise<StoredFile | undefined>): Handler {
  return async (context) => {
    const file = await find(context.req.path);
    if (file === undefined) throw new AppError("not-found", "There is no such file.");
    context.header("ETag", file.etag);
    context.header("Cache-Control", file.cacheControl);
    if (matchesTag(context.req.header("if-none-match"), file.etag)) return context.body(null, 304);
    context.header("Content-Type", file.type);
    context.header("Content-Length", String(file.bytes.length));
    return context.body(new Uint8Array(file.bytes));
  };
}

const yearSeconds = 31_536_000;
const hourSeconds = 3600;

/**
 * Serves the files of the build except hidden files, compressed if the build has compressed them. A
 * file with a hash in its name may be cached for ever.
 */
export function staticFiles(directory: string): MiddlewareHandler<HttpVariables> {
  const serve = serveStatic({ root: directory, precompressed: true });
  return async (context, next) => {
    const { path } = context.req;
    if (isHidden(path)) return next();
    let isFile = true;
    const answer = await serve(context, () => {
      isFile = false;
      return next();
    });
    // Sets the headers here and not in `onFound`, because serveStatic builds its answer before it
    // calls `onFound`.
    if (isFile) {
      context.set("route", "file");
      answer?.headers.set("Cache-Control", cacheControlOf(path));
      answer?.headers.set("Vary", "Accept-Encoding");
    }
    return answer;
  };
}

function cacheControlOf(path: string): string {
  return path.startsWith("/assets/")
    ? `public, max-age=${yearSeconds}, immutable`
    : `public, max-age=${hourSeconds}`;
}

/** Hidden files are leftovers of builds and editors; `.well-known` is public. */
function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") && part !== ".well-known");
}
