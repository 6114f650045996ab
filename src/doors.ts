import type { Hono } from "hono";
import { createApi } from "./api/api-app.ts";
import { archiveBodyLimit } from "./api/content-archive-routes.ts";
import { errorResponse } from "./api/error-response.ts";
import { pictureBodyLimit } from "./api/media-routes.ts";
import type { Services } from "./compose.ts";
import { createHttpApp } from "./http/http-app.ts";
import { metricsDoor } from "./http/metrics-door.ts";
import type { HttpVariables } from "./http/request-facts.ts";
import { storedFile } from "./http/stored-file.ts";
import { unsubscribePath } from "./inbox/subscription-links.ts";
import { readMetrics } from "./maintenance/read-metrics.ts";
import { findStoredPicture } from "./media/stored-picture.ts";
import { sandboxPath } from "./payments/sandbox/endpoints.ts";
import { createSandbox } from "./payments/sandbox/sandbox.ts";
import { checkReady } from "./platform/check-ready.ts";
import { AppError } from "./platform/errors.ts";

/** The server with all its doors but the pages, which need a build. */
export function openDoors(services: Services): Hono<HttpVariables> {
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
    largerBodies: (path) => pictureBodyLimit(path) ?? archiveBodyLimit(path),
  });
  app.onError((error, context) => errorResponse(error, context.var.facts.requestId, log));
  app.route("/api", createApi(services));
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
  if (isSandbox) app.route(sandboxPath, createSandbox(services));
  return app;
}
