import { redirect } from "react-router";
import { seeAsCookie } from "#access/sessions/see-as.ts";
import { readForm } from "#app/forms.server.ts";
import { isTeamRole } from "#policy/roles.ts";
import type { Route } from "./+types/see-as";
import { adminOnly } from "./admin-guard.server.ts";

/**
 * Shows the panel to an owner as the role in the field `role` sees it. Without a role, ends this
 * view.
 */
export async function action({ request, context }: Route.ActionArgs) {
  await adminOnly(context, request);
  const { role = "" } = await readForm(request);
  const seen = isTeamRole(role) && role !== "Admin" ? role : null;
  const headers = { "Set-Cookie": seeAsCookie(seen) };
  return redirect(seen === null ? "/roles" : "/admin", { headers });
}
