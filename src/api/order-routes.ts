import type { Hono } from "hono";
import { cancelOrder } from "../orders/cancel-order.ts";
import { findOrder } from "../orders/find-order.ts";
import { listOrders } from "../orders/list-orders.ts";
import { type Order, toRestOrder } from "../orders/order.ts";
import { placeOrder } from "../orders/place-order.ts";
import { setOrderStatus } from "../orders/set-order-status.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";
import { listRange, streamedList } from "./list-response.ts";
import { jsonBody } from "./request-body.ts";

/** Orders: a customer's own, all of them for an admin. */
export function orderRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const shown = (order: Order) => toRestOrder(order, services.configuration.timeZone);

  api.get("/orders", async (c) =>
    streamedList(c, listOrders(services, await c.var.actor(), listRange(c)), shown),
  );
  api.get("/order/:id", async (c) =>
    c.json(shown(await findOrder(services, await c.var.actor(), c.req.param("id")))),
  );
  api.post("/new-order", async (c) => {
    const actor = await c.var.actor();
    const key = c.req.header("idempotency-key");
    return c.json(shown(await placeOrder(services, actor, await jsonBody(c), key)), 201);
  });
  api.put("/order-status/:id", async (c) => {
    const actor = await c.var.actor();
    const id = c.req.param("id");
    return c.json(shown(await setOrderStatus(services, actor, id, await jsonBody(c))));
  });
  // What the body says is ignored: there is one thing that this call does.
  api.put("/order-cancelled/:id", async (c) =>
    c.json(shown(await cancelOrder(services, await c.var.actor(), c.req.param("id")))),
  );
}
