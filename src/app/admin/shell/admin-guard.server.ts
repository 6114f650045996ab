import { data, type RouterContextProvider, redirect } from "react-router";
import type { SignedInActor } from "../../../policy/actor.ts";
import { isWithoutSecondFactor, may } from "../../../policy/rights.ts";
import { signedInOrLogin } from "../../app-context.server.ts";
import { readSiteData } from "../../site/site-data.server.ts";
import { firstScreenOf, mayOpen, ownViewOf } from "./screen-rights.server.ts";

/**
 * Returns the signed-in member of the team who may open the screen. Otherwise throws a redirect or
 * a 403: a signed-out person is redirected to `/login`, and a role without the dashboard from
 * `/admin` to the first screen of the role. The loader and the action of every admin screen call
 * this first.
 */
export async function adminOnly(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<SignedInActor> {
  const actor = await teamOnly(context, request);
  const path = new URL(request.url).pathname.replace(/(?!^)\/$/, "");
  if (mayOpen(actor, path)) return actor;
  const instead = path === "/admin" ? firstScreenOf(actor) : ownViewOf(actor, path);
  if (instead !== null) throw redirect(instead);
  throw new Response(null, { status: 403 });
}

/** Like `adminOnly`, but without the right to a particular screen; for the frame of all screens. */
export async function teamOnly(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<SignedInActor> {
  const actor = await signedInOrLogin(context, request);
  if (may(actor, "open the admin panel")) return actor;
  // `/account/security` explains the redirect and lets the person switch on the second factor.
  if (isWithoutSecondFactor(actor)) throw redirect("/account/security");
  const { pathname, searchParams } = new URL(request.url);
  // The specification sends customers to `/admin` after a cancelled payment. Customers may not open
  // `/admin`, so they are redirected to their dashboard.
  if (pathname.startsWith("/admin") && searchParams.get("after") === "order-cancelled") {
    throw redirect("/dashboard");
  }
  throw data({ site: await readSiteData(context, request) }, { status: 403 });
}
