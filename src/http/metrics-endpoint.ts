import { createHash, timingSafeEqual } from "node:crypto";
import type { Handler } from "hono";
import { expositionType } from "../platform/metrics/metrics.ts";

/** Answers requests with the right bearer token. */
export function metricsEndpoint(token: string, read: () => Promise<string>): Handler {
  return async (context) => {
    const [, given] = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "") ?? [];
    if (given === undefined || !isSame(given, token)) {
      const words = "The metrics require the header Authorization: Bearer with the METRICS_TOKEN.";
      return context.text(words, 401, { "WWW-Authenticate": "Bearer" });
    }
    return context.body(await read(), 200, {
      "Content-Type": expositionType,
      "Cache-Control": "no-store",
    });
  };
}

/** Compares hashes of equal length, so that the duration says nothing about the token. */
function isSame(given: string, token: string): boolean {
  const hashOf = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(token));
}
