import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { sendsApiKey } from "../platform/api-key.ts";
import type { Configuration } from "../platform/configuration.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { type Log, loggingRequest } from "../platform/metrics/log.ts";
import { isOwnOrigin } from "../platform/origins.ts";
import { usualBodyBytes } from "../platform/texts/readable-body.ts";
import { otherMethods } from "./allowed-methods.ts";
import { type RequestMetrics, routeOf } from "./request-metrics.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * Refuses bodies over the limit of a path. A body without a declared length gets the usual limit on
 * every path. The bytes of a body with a declared length are not counted, because Node enforces
 * that length.
 */
function bodyLimits(largerFor: (path: string) => number | undefined): MiddlewareHandler {
  const usual = bodyLimit({
    maxSize: usualBodyBytes,
    onError: () =>
      refuse(
        `Without a Content-Length header, a request may have at most ${usualBodyBytes / 1024} KB.`,
      ),
  });
  return async (context, next) => {
    const { method } = context.req;
    // Nothing reads the body of a GET or HEAD request.
    if (method === "GET" || method === "HEAD") return next();
    const largest = largerFor(context.req.path);
    const length = context.req.header("content-length");
    const saysLength =
      length !== undefined && context.req.header("transfer-encoding") === undefined;
    if (!saysLength) return usual(context, next);
    if (Number(length) > (largest ?? usualBodyBytes)) refuse();
    await next();
  };
}

function refuse(reason = ""): never {
  throw new AppError("too-large", `The request is too large. ${reason}`.trimEnd());
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses cross-site writes (CSRF). Browsers send an `Origin` header with a write; a client without
 * that header may write only without a cookie. A request with an API key needs no origin: no other
 * site can make a browser send the key, and cookies beside it do not count.
 */
function ownOriginOnly(publicUrl: string, isExempt: (path: string) => boolean): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req;
    const hasKey = sendsApiKey(context.req.raw.headers);
    if (!safeMethods.has(method) && !isExempt(path) && !hasKey) {
      const origin = context.req.header("origin");
      const allowed =
        origin === undefined
          ? context.req.header("cookie") === undefined
          : isOwnOrigin(origin, publicUrl);
      if (!allowed) {
        throw new AppError("forbidden", "This request came from another site, so it was rejected.");
      }
    }
    await next();
  };
}

/**
 * Routes whose successful requests are logged at level "debug", because probes and pages request
 * them all the time.
 */
const unremarkable = new Set(["/healthz", "/readyz", "/metrics", "/media/*", "/fonts/*", "file"]);

/**
 * Writes one log line and the metrics for each request. The log names the route instead of the
 * path, because a query can contain a token and a client can put any text into a path.
 */
function observeRequest({ log, metrics }: HttpOptions): MiddlewareHandler<HttpVariables> {
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
    // Sets the header on `context.res`, because `context.header` would copy the response and stream
    // its body.
    context.res.headers.set("X-Request-Id", requestId);
  };
}

/**
 * The client address that rate limits use. Reads an `X-Forwarded-For` header from the right: the
 * first address that is not a trusted proxy is the client.
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

/** Turns an IPv4 address in IPv6 notation, from a dual-stack socket, into plain IPv4. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}

export interface RequestFacts {
  /** Written in the log and in error answers, so that an error can be found in the log. */
  readonly requestId: string;
  readonly clientAddress: string;
}

export interface HttpVariables {
  Variables: {
    facts: RequestFacts;
    /** The route's pattern, for routes that Hono does not know; see `routeOf`. */
    route?: string;
    /** The requested path, when the request was passed to the route of a moved page. */
    address?: string;
  };
}

interface HttpOptions {
  readonly configuration: Configuration;
  readonly log: Log;
  readonly metrics: RequestMetrics;
  /** Throws when the process cannot serve requests. */
  readonly checkReady: () => Promise<void>;
  /** Paths that other sites post to on purpose, such as a payment provider's notifications. */
  readonly acceptsOtherOrigins: (path: string) => boolean;
  /** Body limit of a path in bytes; undefined for the usual limit. */
  readonly largerBodies: (path: string) => number | undefined;
}

/** The app that every request passes first. Callers add the interfaces and pages to the app. */
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
  const probes = app.routes.filter(({ method }) => method === "GET");
  app.use(otherMethods(() => probes));
  app.use(ownOriginOnly(configuration.publicUrl, options.acceptsOtherOrigins));
  app.use(bodyLimits(options.largerBodies));
  return app;
}

/** Undefined in tests, which call the app without a server. */
function socketAddress(context: Parameters<typeof getConnInfo>[0]): string | undefined {
  return context.env?.incoming === undefined ? undefined : getConnInfo(context).remote.address;
}
