import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import type { HttpVariables } from "./request-facts.ts";

const yearSeconds = 31_536_000;
const hourSeconds = 3600;

/**
 * Serves the built files, but none that is hidden. Those whose names carry a hash never change; what
 * the build has compressed is sent as it lies there.
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
    // Set here, because serveStatic makes its answer before it calls `onFound`.
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

/** What a build or an editor leaves behind; `.well-known` is meant to be found. */
function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") && part !== ".well-known");
}
