import type { MiddlewareHandler } from "hono";
import { AppError } from "../platform/errors.ts";
import { isOwnOrigin } from "../platform/origins.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site makes in a visitor's name. Browsers say where a write comes
 * from; a client that says nothing may write only without a session cookie.
 */
export function ownOriginOnly(
  publicUrl: string,
  isExempt: (path: string) => boolean,
): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req;
    if (!safeMethods.has(method) && !isExempt(path)) {
      const origin = context.req.header("origin");
      const allowed =
        origin === undefined
          ? context.req.header("cookie") === undefined
          : isOwnOrigin(origin, publicUrl);
      if (!allowed) {
        throw new AppError("forbidden", "This was sent from another site, so it was not done.");
      }
    }
    await next();
  };
}
