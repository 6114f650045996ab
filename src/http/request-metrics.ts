import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, Handler } from "hono";
import { routePath } from "hono/route";
import { type Count, Counter, expositionType, Histogram } from "../platform/metrics/metrics.ts";
import type { HttpVariables } from "./http-app.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);
const boundsInSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface AnsweredRequest {
  readonly method: string;
  /** The route's pattern, such as `/api/order/:id`, because the number of paths has no limit. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

export type SentPages = Readonly<Record<"GET" | "HEAD", Readonly<Record<200 | 304, Count>>>>;

export class RequestMetrics {
  readonly requests = new Counter(
    "furrow_http_requests_total",
    "Requests that were answered, by route, method and class of status.",
  );
  readonly durations = new Histogram(
    "furrow_http_request_duration_seconds",
    "Time from a request to the beginning of its answer.",
    boundsInSeconds,
  );

  observe({ method, route, status, ms }: AnsweredRequest): void {
    const labels = { route, method: methods.has(method) ? method : "other" };
    this.requests.add({ ...labels, status: `${Math.floor(status / 100)}xx` });
    this.durations.observe(labels, ms / 1000);
  }

  /**
   * Counters of a cached route. The page cache raises them itself, because `observe` would take
   * longer than sending the page.
   */
  sentPages(route: string): SentPages {
    const at = (method: string, status: string) => this.requests.at({ route, method, status });
    const of = (method: string) => ({ 200: at(method, "2xx"), 304: at(method, "3xx") });
    return { GET: of("GET"), HEAD: of("HEAD") };
  }
}

/** Patterns of middleware, which match every path. */
const unspecific = new Set(["*", "/*"]);

/** The route that answered; "other" for a request that was refused before routing. */
export function routeOf(context: Context<HttpVariables>): string {
  const known: string | undefined = context.get("route");
  if (known !== undefined) return known;
  const path = routePath(context);
  return unspecific.has(path) ? "other" : path;
}

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

/**
 * Compares hashes, which have equal length, so that the duration reveals nothing about the token.
 */
function isSame(given: string, token: string): boolean {
  const hashOf = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(token));
}
