import type { Hono } from "hono";
import { createApi } from "../api/api-app.ts";
import { archiveBodyLimit } from "../api/content/content-archive-routes.ts";
import { pictureBodyLimit } from "../api/content/media-routes.ts";
import type { Services } from "../compose.ts";
import type { HttpVariables } from "../http/http-app.ts";
import { sandboxPath } from "../payments/sandbox/endpoints.ts";
import { createSandbox } from "../payments/sandbox/sandbox.ts";
import { openFrontDoors } from "./root-app.ts";

/** The server with all its doors but the pages, which need a build. */
export function openDoors(services: Services): Hono<HttpVariables> {
  const app = openFrontDoors(services, {
    largerBodies: (path) => pictureBodyLimit(path) ?? archiveBodyLimit(path),
  });
  app.route("/api", createApi(services));
  if (services.configuration.payments === "sandbox") {
    app.route(sandboxPath, createSandbox(services));
  }
  return app;
}
