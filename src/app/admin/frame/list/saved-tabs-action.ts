import { z } from "zod";
import { removeTab, renameTab, saveTab } from "#access/admins/saved-tabs.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { readJson } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import type { Actor } from "#policy/actor.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/saved-tabs-action";

interface TabOwner {
  readonly services: Services;
  readonly actor: Actor;
}

const id = z.string();

const tabIntents = {
  save: intent(fields("list", "name", "query"), async ({ services, actor }: TabOwner, tab) => {
    await saveTab(services, actor, tab);
    return {};
  }),
  rename: intent(fields("name").extend({ id }), async ({ services, actor }: TabOwner, tab) => {
    await renameTab(services, actor, tab.id, { name: tab.name });
    return {};
  }),
  remove: intent(z.object({ id }), async ({ services, actor }: TabOwner, tab) => {
    await removeTab(services, actor, tab.id);
    return {};
  }),
};

export async function action({ request, context }: Route.ActionArgs) {
  const owner = { services: servicesOf(context), actor: await adminOnly(context, request) };
  return runIntent(tabIntents, owner, await readJson(request));
}
