import type { Hono } from "hono";
import { sql } from "kysely";
import { createApi } from "./api/api-app.ts";
import { archiveBodyLimit } from "./api/content-archive-routes.ts";
import { errorResponse } from "./api/error-response.ts";
import { pictureBodyLimit } from "./api/media-routes.ts";
import type { Services } from "./compose.ts";
import { createHttpApp } from "./http/http-app.ts";
import type { HttpVariables } from "./http/request-facts.ts";
import { storedFile } from "./http/stored-file.ts";
import { unsubscribePath } from "./inbox/subscription-links.ts";
import { findStoredPicture } from "./media/stored-picture.ts";
import { sandboxPath } from "./payments/sandbox/endpoints.ts";
import { createSandbox } from "./payments/sandbox/sandbox.ts";
import { AppError } from "./platform/errors.ts";

/** The server with all its doors but the pages, which need a build. */
export function openDoors(services: Services): Hono<HttpVariables> {
  const { configuration, database, payments, log, stopping } = services;
  const isSandbox = configuration.payments === "sandbox";
  const app = createHttpApp({
    configuration,
    checkReady: async () => {
      if (stopping.aborted) throw new AppError("unavailable", "Furrow is stopping.");
      await sql`select 1`.execute(database.read);
    },
    acceptsOtherOrigins: (path) =>
      path === payments.provider.notifications.path ||
      path === unsubscribePath ||
      (isSandbox && path.startsWith(`${sandboxPath}/`)),
    largerBodies: (path) => pictureBodyLimit(path) ?? archiveBodyLimit(path),
  });
  app.onError((error, context) => errorResponse(error, context.var.facts.requestId, log));
  app.route("/api", createApi(services));
  app.get(
    "/media/*",
    storedFile((path) => findStoredPicture(database.read, path)),
  );
  if (isSandbox) app.route(sandboxPath, createSandbox(services));
  return app;
}
