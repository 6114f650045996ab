import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";

const yearSeconds = 31_536_000;
const hourSeconds = 3600;

/** Serves the built files. Those whose names carry a hash of their content never change. */
export function staticFiles(directory: string): MiddlewareHandler {
  return serveStatic({
    root: directory,
    onFound: (path, context) => {
      const immutable = path.includes("/assets/");
      context.header(
        "Cache-Control",
        immutable ? `public, max-age=${yearSeconds}, immutable` : `public, max-age=${hourSeconds}`,
      );
    },
  });
}
