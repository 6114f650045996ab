import type { Hono } from "hono";
import { createApi } from "../api/api-app.ts";
import { archiveBodyLimit } from "../api/content/content-editing-routes.ts";
import { recordBodyLimit } from "../api/content/content-routes.ts";
import { lookFileBodyLimit } from "../api/content/look-file-routes.ts";
import { pictureBodyLimit } from "../api/content/media-routes.ts";
import { incomingMailBodyLimit } from "../api/orders/incoming-mail-routes.ts";
import { orderFileBodyLimit } from "../api/orders/order-file-routes.ts";
import type { Services } from "../compose.ts";
import type { HttpVariables } from "../http/http-app.ts";
import { ownFontBodyLimit } from "../look/typefaces/own-font.ts";
import { sandboxRoot } from "../payments/sandbox/endpoints.ts";
import { createSandbox } from "../payments/sandbox/sandbox.ts";
import { createRootApp, maySimulate } from "./root-app.ts";

/**
 * The root app with the REST interface and the sandbox. The caller adds the pages, which need a
 * build.
 */
export function createRootAppWithApi(services: Services): Hono<HttpVariables> {
  const app = createRootApp(services, {
    largerBodies: (path) =>
      pictureBodyLimit(path) ??
      recordBodyLimit(path) ??
      archiveBodyLimit(path) ??
      lookFileBodyLimit(path) ??
      ownFontBodyLimit(path) ??
      orderFileBodyLimit(path) ??
      incomingMailBodyLimit(path),
  });
  const { configuration, payments } = services;
  for (const root of ["/api", sandboxRoot]) {
    app.use(`${root}/*`, async (_, next) => {
      await payments.follow();
      await next();
    });
  }
  app.route("/api", createApi(services));
  if (maySimulate(configuration)) {
    app.use(`${sandboxRoot}/*`, async (context, next) => {
      if (payments.usesSandbox) await next();
      else return context.notFound();
    });
    app.route("/", createSandbox(services));
  }
  return app;
}
