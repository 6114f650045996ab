import type { Hono } from "hono";
import { z } from "zod";
import { formKey } from "#platform/idempotency.ts";
import type { Actor } from "#policy/actor.ts";
import { acceptDelivery, askForChanges } from "#work/deliveries/delivery-answers.ts";
import { changesForm, deliveryForm, reopeningForm } from "#work/deliveries/delivery-form.ts";
import { orderDeliveries } from "#work/deliveries/delivery-list.ts";
import { deliverOrder } from "#work/deliveries/delivery-order.ts";
import { reopenOrder } from "#work/deliveries/reopen-order.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { deliveriesSchema, toRestDeliveries } from "./delivery-schemas.ts";
import { withKey } from "./order-routes.ts";

const tag = "Orders";
const answer = { schema: deliveriesSchema };

export function deliveryRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const shown = async (actor: Actor, id: string) =>
    toRestDeliveries(await orderDeliveries(services, actor, id));
  addCall(api, "GET", "/order/:id/deliveries", {
    tag,
    who: "signed in",
    summary:
      "The stage and the deliveries of an order; for customers and team members who may see the order",
    answer,
    run: ({ actor, id }) => shown(actor, id),
  });
  addCall(api, "POST", "/order/:id/deliveries", {
    tag,
    who: "admin",
    summary: "Delivers a Paid order with a proof for each promised point",
    detail:
      "A point that is not delivered yet has the kind `follows` and a text that says when it follows. A point of the kind `file` has the id of one of the order's files, and a point of the kind `check` the id of a finding that the last check of the website shows as fixed. With `number`, the call is refused if there has since been another delivery.",
    headers: z.object({ "Idempotency-Key": formKey }),
    body: { schema: deliveryForm.omit({ key: true }), example: deliveryExample },
    answer: { ...answer, status: 201 },
    refusals: [409, 422],
    run: async ({ context, actor, id, body }) => {
      await deliverOrder(services, actor, id, withKey(context, body));
      return shown(actor, id);
    },
  });
  addCall(api, "POST", "/order/:id/deliveries/:number/acceptance", {
    tag,
    who: "signed in",
    summary: "Accepts a delivery of your own order",
    detail: "The body is ignored.",
    answer,
    refusals: [409],
    run: async ({ actor, id, number }) => {
      await acceptDelivery(services, actor, id, numberFrom(number));
      return shown(actor, id);
    },
  });
  addCall(api, "POST", "/order/:id/deliveries/:number/changes", {
    tag,
    who: "signed in",
    summary: "Asks for changes to a delivery of your own order",
    detail: "The order becomes Pending again. `points` are the positions that it concerns.",
    headers: z.object({ "Idempotency-Key": formKey.optional() }),
    body: {
      schema: changesForm.omit({ key: true }),
      example: { text: "Please shorten the titles.", points: [4] },
    },
    answer,
    refusals: [409, 422],
    run: async ({ context, actor, id, number, body }) => {
      await askForChanges(services, actor, id, numberFrom(number), withKey(context, body));
      return shown(actor, id);
    },
  });
  addCall(api, "POST", "/order/:id/deliveries/:number/reopening", {
    tag,
    who: "signed in",
    summary: "Reopens your own order after its last delivery was accepted",
    detail:
      "Possible once for each order, until `reopenableUntil`. The order becomes Pending again.",
    headers: z.object({ "Idempotency-Key": formKey.optional() }),
    body: {
      schema: reopeningForm.omit({ key: true }),
      example: { text: "Two of the links do not work." },
    },
    answer,
    refusals: [409, 422],
    run: async ({ context, actor, id, number, body }) => {
      await reopenOrder(services, actor, id, numberFrom(number), withKey(context, body));
      return shown(actor, id);
    },
  });
}

/**
 * Returns 0, a number that no delivery has, for a text that is not a number. The operation then
 * checks the rights before it answers "not-found".
 */
function numberFrom(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
}

/** The seven points of the plans Basic and Standard. */
const deliveryExample = {
  text: "The first pages are online.",
  points: [
    { position: 1, kind: "link", value: "https://example.com/audit" },
    { position: 2, kind: "number", value: "10", unit: "searches" },
    ...[3, 4, 5].map((position) => ({ position, kind: "text", value: "Done on Monday." })),
    ...[6, 7].map((position) => ({ position, kind: "follows", value: "Follows next month." })),
  ],
};
