import { data } from "react-router";
import { removeTab, renameTab, saveTab } from "#access/admins/saved-tabs.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/saved-tabs-action";

export interface SavedTabResult {
  readonly error: string | null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { intent, id, ...tab } = await request.json().catch(() => ({}));
  try {
    if (intent === "rename") await renameTab(services, actor, String(id), tab);
    else if (intent === "remove") await removeTab(services, actor, String(id));
    else await saveTab(services, actor, tab);
    return { error: null } satisfies SavedTabResult;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ error: error.message } satisfies SavedTabResult, { status: statusOf(error) });
  }
}
