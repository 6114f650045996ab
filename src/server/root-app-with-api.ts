import type { Hono } from "hono";
import { createApi } from "../api/api-app.ts";
import { archiveBodyLimit } from "../api/content/content-editing-routes.ts";
import { pictureBodyLimit } from "../api/content/media-routes.ts";
import { incomingMailBodyLimit } from "../api/orders/incoming-mail-routes.ts";
import { orderFileBodyLimit } from "../api/orders/order-file-routes.ts";
import type { Services } from "../compose.ts";
import type { HttpVariables } from "../http/http-app.ts";
import { createSandbox } from "../payments/sandbox/sandbox.ts";
import { createRootApp } from "./root-app.ts";

/**
 * The root app with the REST interface and the sandbox. The caller adds the pages, which need a
 * build.
 */
export function createRootAppWithApi(services: Services): Hono<HttpVariables> {
  const app = createRootApp(services, {
    largerBodies: (path) =>
      pictureBodyLimit(path) ??
      archiveBodyLimit(path) ??
      orderFileBodyLimit(path) ??
      incomingMailBodyLimit(path),
  });
  app.route("/api", createApi(services));
  if (services.configuration.payments.includes("sandbox")) {
    app.route("/", createSandbox(services));
  }
  return app;
}
