import type { Hono } from "hono";
import { errorResponse } from "../api/error-response.ts";
import { largestStatementBytes } from "../bookkeeping/statements/file-limits.ts";
import type { Services } from "../compose.ts";
import { largestRecordBytes } from "../content/model/record-size.ts";
import { largestFormBytes } from "../files/file-limits.ts";
import { createHttpApp, type HttpVariables } from "../http/http-app.ts";
import { metricsEndpoint } from "../http/request-metrics.ts";
import { storedFile } from "../http/static-files.ts";
import { unsubscribePath } from "../inbox/subscribers/subscriber-token.ts";
import { findOwnFontFile } from "../look/typefaces/own-font.server.ts";
import { ownFontIdOf } from "../look/typefaces/own-font.ts";
import { readMetrics } from "../maintenance/status/read-metrics.ts";
import { findStoredPicture } from "../media/stored-picture.ts";
import { offerPath } from "../offers/offer-links.server.ts";
import { orderLinkPath } from "../orders/links/issue-link.server.ts";
import { notificationPaths } from "../payments/accounts/account-providers.ts";
import { sandboxRoot } from "../payments/sandbox/endpoints.ts";
import type { Configuration } from "../platform/configuration.ts";
import { checkReady } from "../platform/database/check-ready.ts";
import { AppError } from "../platform/errors.ts";
import { largestFigureFileBytes } from "../reports/report-lengths.ts";
import { faviconPath, ownFavicon } from "./favicon.ts";

interface RootAppOptions {
  /** Body limits of further paths that take more than usual; undefined for other paths. */
  readonly largerBodies: (path: string) => number | undefined;
}

/**
 * Paths of the forms that can have files: the pages of an order for the customer, a worker and the
 * panel, the page of a brief, and the page of a link without a login.
 */
const formsWithFiles =
  /^\/((my-order|my-work|admin\/payment-status)\/[^/]+|my-order\/[^/]+\/brief|order-link\/open)$/;
/** Path of the forms of all content, of which articles and pages are long. */
const contentForm = /^\/admin\/content(\.data)?$/;
/** Path of the month report, whose form imports numbers from a file. */
const formWithFigures = /^\/month-reports\/[^/]+\/[^/]+$/;
/** Path of the form that uploads a statement of a provider. */
const statementForm = /^\/statements(\.data)?$/;
/** Room for the other fields of a form and for the headers of its parts. */
const formOverheadBytes = 1_000_000;

function largestFormAt(path: string): number | undefined {
  if (formsWithFiles.test(path)) return largestFormBytes;
  if (contentForm.test(path)) return largestRecordBytes;
  if (statementForm.test(path)) return largestStatementBytes + formOverheadBytes;
  if (formWithFigures.test(path)) return largestFigureFileBytes + formOverheadBytes;
  return undefined;
}

/**
 * The app that every request passes first, with `/metrics` and `/media`. `root-app-with-api.ts`
 * adds the REST interface, so that a start for visitors does not load it.
 */
export function createRootApp(
  services: Services,
  { largerBodies }: RootAppOptions = { largerBodies: () => undefined },
): Hono<HttpVariables> {
  const { configuration, database, log, stopping } = services;
  const app = createHttpApp({
    configuration,
    log,
    metrics: services.requestMetrics,
    checkReady: async () => {
      if (stopping.aborted) throw new AppError("unavailable", "Furrow is stopping.");
      await checkReady(database);
    },
    acceptsOtherOrigins: (path) =>
      notificationPaths.has(path) ||
      path === unsubscribePath ||
      // The page of a link without a login sends no referrer, so browsers send no origin with its
      // form. The form carries the token of the link, which no other site knows.
      path === orderLinkPath ||
      path === offerPath ||
      (maySimulate(configuration) && path.startsWith(`${sandboxRoot}/`)),
    largerBodies: (path) => largestFormAt(path) ?? largerBodies(path),
  });
  app.onError((error, context) => errorResponse(error, context.var.facts.requestId, log));
  const { metricsToken } = configuration;
  if (metricsToken !== undefined) {
    app.get(
      "/metrics",
      metricsEndpoint(metricsToken, () => readMetrics(services)),
    );
  }
  app.get(
    "/media/*",
    storedFile((path) => findStoredPicture(database.read, path)),
  );
  const font = storedFile((path) => findOwnFontFile(database.read, path));
  // Every other path may be a page of the owner.
  app.get("/fonts/*", (context, next) =>
    ownFontIdOf(context.req.path) === undefined ? next() : font(context, next),
  );
  app.get(faviconPath, ownFavicon(services));
  return app;
}

/** False when the environment names only providers that take money. */
export function maySimulate({ payments }: Pick<Configuration, "payments">): boolean {
  return payments.length === 0 || payments.includes("sandbox");
}

const apiPaths = new RegExp(`^(/api|${sandboxRoot})(/|$)`);

export function isApiPath(path: string): boolean {
  return apiPaths.test(path);
}
