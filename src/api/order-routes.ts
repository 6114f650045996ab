import type { Context, Hono } from "hono";
import { cancelOrder } from "../orders/cancel-order.ts";
import { findOrder } from "../orders/find-order.ts";
import { listOrders } from "../orders/list-orders.ts";
import { type Order, toRestOrder } from "../orders/order.ts";
import { placeOrder } from "../orders/place-order.ts";
import { recordOutsidePayment } from "../orders/record-outside-payment.ts";
import { recordOutsideRefund } from "../orders/record-outside-refund.ts";
import type { Refund } from "../orders/refund-payment.ts";
import { requestRefund } from "../orders/request-refund.ts";
import { setOrderStatus } from "../orders/set-order-status.ts";
import { amountFromCents } from "../platform/money.ts";
import { UnreadableInput } from "../platform/validation.ts";
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
  api.post("/order/:id/refunds", async (c) => {
    const actor = await c.var.actor();
    const refund = await requestRefund(services, actor, c.req.param("id"), await keyedBody(c));
    return c.json(shownRefund(refund), 201);
  });
  api.post("/order/:id/payments", async (c) => {
    const actor = await c.var.actor();
    const id = c.req.param("id");
    return c.json(shown(await recordOutsidePayment(services, actor, id, await keyedBody(c))), 201);
  });
  api.post("/order/:id/outside-refunds", async (c) => {
    const actor = await c.var.actor();
    const id = c.req.param("id");
    return c.json(shown(await recordOutsideRefund(services, actor, id, await keyedBody(c))), 201);
  });
  // What the body says is ignored: there is one thing that this call does.
  api.put("/order-cancelled/:id", async (c) =>
    c.json(shown(await cancelOrder(services, await c.var.actor(), c.req.param("id")))),
  );
}

/** The body with the Idempotency-Key header in it, which these calls need. */
async function keyedBody(c: Context): Promise<unknown> {
  const body = await jsonBody(c);
  if (typeof body !== "object" || body === null || body instanceof UnreadableInput) return body;
  return { ...body, key: c.req.header("idempotency-key") };
}

function shownRefund({ id, transactionId, amountCents, state, reason }: Refund) {
  return { _id: id, transactionId, amount: amountFromCents(amountCents), state, reason };
}
