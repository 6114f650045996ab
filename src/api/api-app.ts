import { Hono } from "hono";
import type { Services } from "../compose.ts";
import { otherMethods } from "../http/allowed-methods.ts";
import type { HttpVariables } from "../http/http-app.ts";
import { AppError } from "../platform/errors.ts";
import type { Actor } from "../policy/actor.ts";
import { descriptionOf } from "./call.ts";
import { contentArchiveRoutes, contentEditingRoutes } from "./content/content-editing-routes.ts";
import { contentRoutes } from "./content/content-routes.ts";
import { lookFileRoutes } from "./content/look-file-routes.ts";
import { mediaRoutes } from "./content/media-routes.ts";
import { documentRoutes } from "./docs/document-routes.ts";
import { errorResponse } from "./error-response.ts";
import { bookRoutes } from "./orders/book-routes.ts";
import { briefRoutes } from "./orders/brief-routes.ts";
import { couponRoutes } from "./orders/coupon-routes.ts";
import { deliveryRoutes } from "./orders/delivery-routes.ts";
import { demonstrationOrderRoutes } from "./orders/demonstration-order-routes.ts";
import { incomingMailRoutes } from "./orders/incoming-mail-routes.ts";
import { invoiceRoutes } from "./orders/invoice-routes.ts";
import { monthReportRoutes } from "./orders/month-report-routes.ts";
import { offerRoutes } from "./orders/offer-routes.ts";
import { orderChangeRoutes } from "./orders/order-change-routes.ts";
import { orderFileRoutes } from "./orders/order-file-routes.ts";
import { orderLinkRoutes } from "./orders/order-link-routes.ts";
import { orderMessageRoutes } from "./orders/order-message-routes.ts";
import { orderPasswordRoutes } from "./orders/order-password-routes.ts";
import { orderRoutes } from "./orders/order-routes.ts";
import { orderSiteCheckRoutes } from "./orders/order-site-check-routes.ts";
import { notificationRoutes, reviewRoutes } from "./orders/payment-routes.ts";
import { subscriptionRoutes } from "./orders/subscription-routes.ts";
import { passkeyRoutes, signInRoutes, userRoutes } from "./people/account-routes.ts";
import { apiKeyRoutes } from "./people/api-key-routes.ts";
import { companyRoutes } from "./people/company-routes.ts";
import { confirmationRoutes } from "./people/confirmation-routes.ts";
import { inboxRoutes } from "./people/inbox-routes.ts";
import { siteCheckRoutes } from "./people/site-check-routes.ts";
import { paymentSettingsRoutes } from "./settings/payment-settings-routes.ts";
import { settingsRoutes } from "./settings/settings-routes.ts";

export type ApiDependencies = Services;

export interface ApiContext {
  Variables: HttpVariables["Variables"] & {
    /** Reads the actor from the database on the first call only. */
    actor: () => Promise<Actor>;
    /** The request's headers with the client's IP address, by which better-auth limits attempts. */
    signInHeaders: () => Headers;
  };
}

export function createApi(services: Services): Hono<ApiContext> {
  const api = new Hono<ApiContext>();
  api.use(async (context, next) => {
    const identity = services.identify(context.req.raw, context.var.facts.clientAddress);
    context.set("actor", identity.actor);
    context.set("signInHeaders", identity.signInHeaders);
    await next();
    if (!context.res.headers.has("Cache-Control")) {
      context.res.headers.set("Cache-Control", "no-store");
    }
  });
  signInRoutes(api, services);
  passkeyRoutes(api, services);
  confirmationRoutes(api, services);
  apiKeyRoutes(api, services);
  contentRoutes(api, services);
  contentArchiveRoutes(api, services);
  lookFileRoutes(api, services);
  contentEditingRoutes(api, services);
  inboxRoutes(api, services);
  siteCheckRoutes(api, services);
  userRoutes(api, services);
  companyRoutes(api, services);
  mediaRoutes(api, services);
  orderRoutes(api, services);
  subscriptionRoutes(api, services);
  couponRoutes(api, services);
  invoiceRoutes(api, services);
  bookRoutes(api, services);
  offerRoutes(api, services);
  deliveryRoutes(api, services);
  monthReportRoutes(api, services);
  demonstrationOrderRoutes(api, services);
  orderMessageRoutes(api, services);
  orderChangeRoutes(api, services);
  orderPasswordRoutes(api, services);
  orderLinkRoutes(api, services);
  orderFileRoutes(api, services);
  briefRoutes(api, services);
  orderSiteCheckRoutes(api, services);
  incomingMailRoutes(api, services);
  notificationRoutes(api, services);
  reviewRoutes(api, services);
  settingsRoutes(api, services);
  paymentSettingsRoutes(api, services);
  documentRoutes(api, services);
  // Only documented calls get 405, because a 405 at another path would reveal that the path exists.
  api.use(
    otherMethods(() =>
      api.routes
        .filter(({ handler }) => descriptionOf(handler) !== undefined)
        .map(({ method, path }) => ({ method, path: `/api${path}` })),
    ),
  );
  api.all("*", () => {
    throw new AppError("not-found", "This API has no such endpoint.");
  });
  api.onError((error, context) => errorResponse(error, context.var.facts.requestId, services.log));
  return api;
}
