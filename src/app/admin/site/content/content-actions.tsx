import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { readJson } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import type { Route } from "./+types/content-actions";
import { contentIntents } from "./content-intents.server.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const editor = { services: servicesOf(context), actor: await adminOnly(context, request) };
  return runIntent(contentIntents, editor, await readJson(request));
}
