import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import type { Configuration } from "../platform/configuration.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { type Log, loggingRequest } from "../platform/metrics/log.ts";
import { isOwnOrigin } from "../platform/origins.ts";
import { otherMethods } from "./allowed-methods.ts";
import { type RequestMetrics, routeOf } from "./request-metrics.ts";
import { securityHeaders } from "./security-headers.ts";

const usualBytes = 256 * 1024;

/**
 * Refuses larger bodies than a path takes. A body that does not say its length is read whole here,
 * before anybody asks who sends it; so only one that says it may be larger than usual. Node holds a
 * body to the length that it says, so nothing has to look into that one, which would cost a stream.
 */
function bodyLimits(largerFor: (path: string) => number | undefined): MiddlewareHandler {
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

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site makes in a visitor's name. Browsers say where a write comes
 * from; a client that says nothing may write only without a session cookie.
 */
function ownOriginOnly(publicUrl: string, isExempt: (path: string) => boolean): MiddlewareHandler {
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
function observeRequest({ log, metrics }: ObserveOptions): MiddlewareHandler<HttpVariables> {
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

/**
 * The address that limits count by. A forwarded-for header is believed only as far as trusted
 * proxies wrote it: read from the right, the first address that is no trusted proxy.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const chain = (forwardedFor ?? "").split(",").map((address) => plainAddress(address.trim()));
  let current = plainAddress(socketAddress ?? "");
  while (trustedProxies.includes(current)) {
    const next = chain.pop();
    if (next === undefined || isIP(next) === 0) break;
    current = next;
  }
  return current === "" ? "unknown" : current;
}

/** An IPv4 address that a dual-stack socket reports as IPv6 is the same client. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}

/** What the server knows of a request before anything has looked into it. */
export interface RequestFacts {
  /** Stands in the log and in error answers, so that one can be found by the other. */
  readonly requestId: string;
  readonly clientAddress: string;
}

export interface HttpVariables {
  Variables: {
    facts: RequestFacts;
    /** The route's pattern, where Hono does not know it; see `routeOf`. */
    route?: string;
    /** The path that was asked for, where the request was handed to that of a route. */
    address?: string;
  };
}

interface HttpOptions {
  readonly configuration: Configuration;
  readonly log: Log;
  readonly metrics: RequestMetrics;
  /** Resolves when it can serve; throws otherwise, in words if it is an AppError. */
  readonly checkReady: () => Promise<void>;
  /** Paths that other sites post to on purpose, such as a payment provider's notifications. */
  readonly acceptsOtherOrigins: (path: string) => boolean;
  /** How many bytes a path takes that takes more than others, such as uploads. */
  readonly largerBodies: (path: string) => number | undefined;
}

/** The server without its doors: what every request passes before it reaches a page or a call. */
export function createHttpApp(options: HttpOptions): Hono<HttpVariables> {
  const { configuration } = options;
  const app = new Hono<HttpVariables>();
  app.use(async (context, next) => {
    const address = clientAddress(
      socketAddress(context),
      context.req.header("x-forwarded-for"),
      configuration.trustedProxies,
    );
    context.set("facts", { requestId: newId(), clientAddress: address });
    await next();
  });
  app.use(observeRequest(options));
  app.use(securityHeaders(configuration.publicUrl));
  app.use(compress());
  app.get("/healthz", (context) => context.text("ok"));
  app.get("/readyz", async (context) => {
    try {
      await options.checkReady();
      return context.text("ready");
    } catch (error) {
      const known = error instanceof AppError;
      return context.text(known ? error.message : "The database does not answer.", 503);
    }
  });
  const forWatchers = app.routes.filter(({ method }) => method === "GET");
  app.use(otherMethods(() => forWatchers));
  app.use(ownOriginOnly(configuration.publicUrl, options.acceptsOtherOrigins));
  app.use(bodyLimits(options.largerBodies));
  return app;
}

/** Undefined where there is no socket: in tests that call the app without a server. */
function socketAddress(context: Parameters<typeof getConnInfo>[0]): string | undefined {
  return context.env?.incoming === undefined ? undefined : getConnInfo(context).remote.address;
}
