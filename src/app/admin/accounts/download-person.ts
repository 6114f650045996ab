import { accountFile } from "../../account/account-file.server.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageError } from "../../form-state.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/download-person";

/** Downloads a person's data at their request. A POST, because it writes an audit entry. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return accountFile(servicesOf(context), actor, params.accountId).catch(pageError);
}
