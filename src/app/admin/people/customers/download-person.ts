import { redirect } from "react-router";
import { accountFile } from "#app/account/account-file.server.ts";
import { withFrom } from "#app/account/return-path.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { isConfirmed } from "#policy/rights.ts";
import type { Route } from "./+types/download-person";

/** Accepts only POST, because the download adds an entry to the audit log. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  // The browser sends this form as a download, so the page cannot show a dialog.
  if (!isConfirmed(actor)) {
    throw redirect(withFrom("/account/confirm", `/people/${params.accountId}`), 303);
  }
  return accountFile(servicesOf(context), actor, params.accountId);
}
