import type { Hono } from "hono";
import { errorResponse } from "../api/error-response.ts";
import type { Services } from "../compose.ts";
import { createHttpApp, type HttpVariables } from "../http/http-app.ts";
import { metricsDoor } from "../http/metrics-endpoint.ts";
import { storedFile } from "../http/static-files.ts";
import { unsubscribePath } from "../inbox/subscribers/subscriber-token.ts";
import { readMetrics } from "../maintenance/status/read-metrics.ts";
import { findStoredPicture } from "../media/stored-picture.ts";
import { sandboxPath } from "../payments/sandbox/endpoints.ts";
import { checkReady } from "../platform/database/check-ready.ts";
import { AppError } from "../platform/errors.ts";

interface Behind {
  /** How many bytes a path takes that takes more than others. */
  readonly largerBodies: (path: string) => number | undefined;
}

/**
 * The server with the doors that every visitor comes to, but for the pages. It loads nothing of the
 * calls: those are behind it, in `root-app-with-api.ts`.
 */
export function openFrontDoors(
  services: Services,
  { largerBodies }: Behind = { largerBodies: () => undefined },
): Hono<HttpVariables> {
  const { configuration, database, payments, log, stopping } = services;
  const isSandbox = configuration.payments === "sandbox";
  const app = createHttpApp({
    configuration,
    log,
    metrics: services.requestMetrics,
    checkReady: async () => {
      if (stopping.aborted) throw new AppError("unavailable", "Furrow is stopping.");
      await checkReady(database);
    },
    acceptsOtherOrigins: (path) =>
      payments.all.some(({ provider }) => provider.notifications.path === path) ||
      path === unsubscribePath ||
      (isSandbox && path.startsWith(`${sandboxPath}/`)),
    largerBodies,
  });
  app.onError((error, context) => errorResponse(error, context.var.facts.requestId, log));
  const { metricsToken } = configuration;
  if (metricsToken !== undefined) {
    app.get(
      "/metrics",
      metricsDoor(metricsToken, () => readMetrics(services)),
    );
  }
  app.get(
    "/media/*",
    storedFile((path) => findStoredPicture(database.read, path)),
  );
  return app;
}

const behind = new RegExp(`^(/api|${sandboxPath})(/|$)`);

/** Whether a request is for what lies behind the front doors. */
export function isBehind(path: string): boolean {
  return behind.test(path);
}
