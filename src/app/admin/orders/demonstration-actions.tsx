import { redirect } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import { addDemonstrationOrders } from "#demonstration/add-demonstration-orders.ts";
import { removeDemonstrationOrders } from "#demonstration/remove-demonstration-orders.ts";
import type { Actor } from "#policy/actor.ts";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import type { Route } from "./+types/demonstration-actions";
import { ordersList } from "./orders-list.ts";

interface Demonstrator {
  readonly services: Services;
  readonly actor: Actor;
}

const demonstrationIntents = {
  add: intent(fields(), async ({ services, actor }: Demonstrator) => {
    await addDemonstrationOrders(services, actor);
    return redirect(ordersList.path);
  }),
  remove: intent(fields(), async ({ services, actor }: Demonstrator) => {
    await removeDemonstrationOrders(services, actor);
    return {};
  }),
};

/** Adds or removes the demonstration orders, for several screens. */
export async function action({ request, context }: Route.ActionArgs) {
  const demonstrator = { services: servicesOf(context), actor: await adminOnly(context, request) };
  return runIntent(demonstrationIntents, demonstrator, await readForm(request));
}
