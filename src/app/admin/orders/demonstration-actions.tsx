import { redirect } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { addDemonstrationOrders } from "#orders/demonstration/add-demonstration-orders.ts";
import { removeDemonstrationOrders } from "#orders/demonstration/remove-demonstration-orders.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/demonstration-actions";
import { ordersList } from "./orders-list.ts";

/** Adds or removes the demonstration orders, for several screens. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const values = await readForm(request);
  try {
    if (values.intent !== "remove") {
      await addDemonstrationOrders(services, actor);
      return redirect(ordersList.path);
    }
    await removeDemonstrationOrders(services, actor);
    return null;
  } catch (error) {
    return refusedForm(error, values);
  }
}
