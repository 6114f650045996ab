import { accountFile } from "../../account/account-file.server.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageError } from "../../form-state.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/download-person";

/** Accepts only POST, because the download adds an entry to the audit log. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return accountFile(servicesOf(context), actor, params.accountId).catch(pageError);
}
