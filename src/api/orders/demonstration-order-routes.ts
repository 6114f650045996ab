import type { Hono } from "hono";
import { z } from "zod";
import { addDemonstrationOrders } from "#demonstration/add-demonstration-orders.ts";
import { removeDemonstrationOrders } from "#demonstration/remove-demonstration-orders.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

export function demonstrationOrderRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const orders = (description: string) => ({
    schema: z.object({ orders: z.int().meta({ description }) }),
  });
  addCall(api, "POST", "/demonstration-orders", {
    tag: "Orders",
    who: "admin",
    summary: "Adds one demonstration order in each stage",
    detail:
      "Only on a site whose payments are simulated. Adds nothing while demonstration orders exist. They count in no sum and no export, and no email is sent about them.",
    answer: orders("Number of the demonstration orders that exist now"),
    refusals: [409],
    run: async ({ actor }) => ({ orders: await addDemonstrationOrders(services, actor) }),
  });
  addCall(api, "DELETE", "/demonstration-orders", {
    tag: "Orders",
    who: "admin",
    summary: "Deletes the demonstration orders with everything that belongs to them",
    answer: orders("Number of deleted orders; 0 if there were none"),
    run: async ({ actor }) => ({ orders: await removeDemonstrationOrders(services, actor) }),
  });
}
