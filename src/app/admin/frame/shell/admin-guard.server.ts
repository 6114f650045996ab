import {
  data,
  generatePath,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { refuseUnknownAddress } from "#app/admin/site/content/unknown-address.server.ts";
import { signedInOrLogin } from "#app/app-context.server.ts";
import { type Access, hasAccess, mayOpen } from "#app/route-access.server.ts";
import { readSiteData } from "#app/site/site-data.server.ts";
import { AppError } from "#platform/errors.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { isWithoutSecondFactor, may, permissionDenied } from "#policy/rights.ts";

/**
 * Lets a request pass to the loader or the action of a route of the panel, or throws a redirect or a
 * refusal. `server/guard-routes.ts` calls this in front of every loader and action, with the access
 * that `route-access.server.ts` gives to their route, so no spelling of an address leads past it.
 */
export async function admit(
  access: Access,
  { request, context, params, ...matched }: LoaderFunctionArgs,
): Promise<void> {
  const pattern = `/${matched.pattern}`;
  // An unknown address of one segment is not found, whoever asks; a login would promise a page.
  if (pattern === "/:recordId") await refuseUnknownAddress(context, request, params.recordId);
  const actor = await adminOnly(context, request);
  if (hasAccess(actor, access)) return;
  // Emails and lists link the whole team to the same screens.
  const isRead = request.method === "GET" || request.method === "HEAD";
  const instead = isRead ? screenInstead(actor, pattern) : undefined;
  if (instead !== undefined) throw redirect(generatePath(instead, params));
  throw new AppError("forbidden", permissionDenied);
}

/**
 * Returns the signed-in member of the team. Otherwise throws a redirect or a 403: a signed-out
 * person is redirected to `/login`. The loader and the action of every admin screen call this for
 * the person whom the guard of their route has let pass.
 */
export async function adminOnly(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<SignedInActor> {
  const actor = await signedInOrLogin(context, request);
  if (may(actor, "open the admin panel")) return actor;
  // `/account/security` explains the redirect and lets the person switch on the second factor.
  if (isWithoutSecondFactor(actor)) throw redirect("/account/security");
  // The specification sends customers to `/admin` after a cancelled payment. Customers may not open
  // `/admin`, so they are redirected to their dashboard.
  if (new URL(request.url).searchParams.get("after") === "order-cancelled") {
    throw redirect("/dashboard");
  }
  throw data({ site: await readSiteData(context, request) }, { status: 403 });
}

/**
 * Screens for people who may not open the screen of a link: the first screen of their role, or the
 * part of an order that they may see. The first that they may open wins.
 */
const screensInstead: Readonly<Record<string, readonly string[]>> = {
  "/admin": ["/my-work", "/admin/site", "/payments"],
  "/admin/payment-status/:orderId": ["/my-work/:orderId", "/order-payments/:orderId"],
};

/** Path pattern of the screen to show instead of the screen of `pattern`. */
export function screenInstead(actor: SignedInActor, pattern: string): string | undefined {
  return screensInstead[pattern]?.find((candidate) => mayOpen(actor, candidate));
}
