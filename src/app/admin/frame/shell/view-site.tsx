import { redirect } from "react-router";
import { siteViewCookie, siteViews } from "#app/site/site-view.ts";
import { localPathOr } from "#platform/texts/local-path.ts";
import type { Route } from "./+types/view-site";
import { adminOnly } from "./admin-guard.server.ts";

/** `?as=drafts&to=/pricing/` opens the page with all drafts. A cookie stores the view. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await adminOnly(context, request);
  const { searchParams } = new URL(request.url);
  const view = siteViews.find((candidate) => candidate === searchParams.get("as")) ?? "visitor";
  const headers = { "Set-Cookie": siteViewCookie(view) };
  return redirect(localPathOr(searchParams.get("to"), "/"), { headers });
}
