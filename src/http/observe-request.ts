import type { MiddlewareHandler } from "hono";
import { type Log, loggingRequest } from "../platform/metrics/log.ts";
import type { HttpVariables } from "./request-facts.ts";
import { type RequestMetrics, routeOf } from "./request-metrics.ts";

interface ObserveOptions {
  readonly log: Log;
  readonly metrics: RequestMetrics;
}

/** Asked for by programs all the time, or many times for one page. */
const unremarkable = new Set(["/healthz", "/readyz", "/metrics", "/media/*", "file"]);

/**
 * One line in the log for each request, by its id, and its place in the metrics. The line names the
 * route and not the path, whose query may carry a token and whose words anybody may choose.
 */
export function observeRequest({ log, metrics }: ObserveOptions): MiddlewareHandler<HttpVariables> {
  return async (context, next) => {
    const { requestId } = context.var.facts;
    const start = performance.now();
    await loggingRequest(requestId, async () => {
      await next();
      const ms = Math.round((performance.now() - start) * 10) / 10;
      const { status } = context.res;
      const answered = { method: context.req.method, route: routeOf(context), status, ms };
      metrics.observe(answered);
      const isQuiet = status < 400 && unremarkable.has(answered.route);
      log[isQuiet ? "debug" : "info"](answered, "answered");
    });
    // Not `context.header`, which makes the answer anew, and with it a stream of its body.
    context.res.headers.set("X-Request-Id", requestId);
  };
}
