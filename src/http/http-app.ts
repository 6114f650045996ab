import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { compress } from "hono/compress";
import type { Configuration } from "../platform/configuration.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Log } from "../platform/metrics/log.ts";
import { otherMethods } from "./allowed-methods.ts";
import { bodyLimits } from "./body-limits.ts";
import { clientAddress } from "./client-address.ts";
import { observeRequest } from "./observe-request.ts";
import { ownOriginOnly } from "./own-origin.ts";
import type { HttpVariables } from "./request-facts.ts";
import type { RequestMetrics } from "./request-metrics.ts";
import { securityHeaders } from "./security-headers.ts";

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
