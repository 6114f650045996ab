import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError } from "../platform/errors.ts";

const usualBytes = 256 * 1024;

/**
 * Refuses larger bodies than a path takes. A body that does not say its length is read whole here,
 * before anybody asks who sends it; so only one that says it may be larger than usual. Node holds a
 * body to the length that it says, so nothing has to look into that one, which would cost a stream.
 */
export function bodyLimits(largerFor: (path: string) => number | undefined): MiddlewareHandler {
  const usual = bodyLimit({ maxSize: usualBytes, onError: refuse });
  return async (context, next) => {
    const { method } = context.req;
    // What comes with a question is read by nobody.
    if (method === "GET" || method === "HEAD") return next();
    const largest = largerFor(context.req.path);
    const length = context.req.header("content-length");
    const saysLength =
      length !== undefined && context.req.header("transfer-encoding") === undefined;
    if (!saysLength) return usual(context, next);
    if (Number(length) > (largest ?? usualBytes)) refuse();
    await next();
  };
}

function refuse(): never {
  throw new AppError("too-large", "What was sent is too large.");
}
