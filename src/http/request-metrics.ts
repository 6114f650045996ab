import type { Context } from "hono";
import { routePath } from "hono/route";
import { type Count, Counter, Histogram } from "../platform/metrics/metrics.ts";
import type { HttpVariables } from "./http-app.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);
const boundsInSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** What was asked for and how long the answer took. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the path, such as `/api/order/:id`: paths themselves know no bound. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** How often a page was sent from memory, by method and status. */
export type SentPages = Readonly<Record<"GET" | "HEAD", Readonly<Record<200 | 304, Count>>>>;

/** Counts the requests of this process. */
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

  /** The counts of a route whose pages are sent faster than they could be observed. */
  sentPages(route: string): SentPages {
    const at = (method: string, status: string) => this.requests.at({ route, method, status });
    const of = (method: string) => ({ 200: at(method, "2xx"), 304: at(method, "3xx") });
    return { GET: of("GET"), HEAD: of("HEAD") };
  }
}

/** What every path passes before it is known what it is. */
const unspecific = new Set(["*", "/*"]);

/** Which route answered; "other" where a request was refused before it came to one. */
export function routeOf(context: Context<HttpVariables>): string {
  const known: string | undefined = context.get("route");
  if (known !== undefined) return known;
  const path = routePath(context);
  return unspecific.has(path) ? "other" : path;
}
