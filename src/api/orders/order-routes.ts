import type { Context, Hono } from "hono";
import { z } from "zod";
import { cancelOrder } from "../../orders/cancel-order.ts";
import { findOrder } from "../../orders/find-order.ts";
import { timesPaid } from "../../orders/ledger/payment-count.ts";
import { listOrders } from "../../orders/list-orders.ts";
import { formKey } from "../../orders/manual-payments/amount-field.ts";
import {
  outsidePayment,
  outsideRefund,
  recordOutsidePayment,
  recordOutsideRefund,
} from "../../orders/manual-payments/record-manual-payment.ts";
import { type Order, toRestOrder } from "../../orders/order.ts";
import { paymentProgress } from "../../orders/paying/payment-progress.ts";
import { orderForm, placeOrder } from "../../orders/placing/place-order.ts";
import { type Refund, refundForm, requestRefund } from "../../orders/refunds/refund-payment.ts";
import { orderStatusForm, setOrderStatus } from "../../orders/set-order-status.ts";
import { amountFromCents } from "../../platform/money.ts";
import { UnreadableInput } from "../../platform/texts/validation.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";
import { listQuery, listRange, streamedList } from "../list-response.ts";
import { recordResponse } from "../record-response.ts";
import { jsonBody } from "../request-body.ts";
import { orderSchema, progressSchema, refundSchema } from "./order-schemas.ts";

/** REST calls on orders: a customer's own, or all for an admin. */
export function orderRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  orderCalls(api, services);
  moneyCalls(api, services);
}

const tag = "Orders";
const oneOrder = { schema: orderSchema };
const shownIn = (timeZone: string) => (order: Order) => toRestOrder(order, timeZone);

function orderCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  const shown = shownIn(services.configuration.timeZone);
  api.get(
    "/orders",
    describeCall({
      tag,
      summary: "Every order; a customer's own for a customer",
      who: "signed in",
      query: listQuery,
      answer: { schema: z.array(orderSchema) },
      refusals: [404],
    }),
    async (c) =>
      streamedList(c, services.log, listOrders(services, await c.var.actor(), listRange(c)), shown),
  );
  api.get(
    "/order/:id",
    describeCall({
      tag,
      summary: "One order; for whoever placed it and for admins",
      who: "signed in",
      answer: oneOrder,
    }),
    async (c) =>
      recordResponse(c, shown(await findOrder(services, await c.var.actor(), c.req.param("id")))),
  );
  api.get(
    "/order/:id/payment-progress",
    describeCall({
      tag,
      summary: "What is known of an order's payment; for whoever placed it and for admins",
      who: "signed in",
      answer: { schema: progressSchema },
    }),
    async (c) => {
      const actor = await c.var.actor();
      const id = c.req.param("id");
      // Read first: if money arrives in between, the status shows it.
      const progress = await paymentProgress(services, actor, id);
      const { timesPaid: times } = await timesPaid(services, actor, id);
      const { paymentStatus } = await findOrder(services, actor, id);
      return recordResponse(c, {
        paymentStatus,
        progress: progress?.state ?? "unknown",
        timesPaid: times,
      });
    },
  );
  api.post(
    "/new-order",
    describeCall({
      tag,
      summary: "Orders a plan at its current price",
      detail:
        "By `packageId`, or else `packageName`. Email, statuses and date are set by the server and ignored in the body.",
      who: "signed in",
      headers: z.object({ "Idempotency-Key": z.string().max(255).optional() }),
      body: { schema: orderForm, example: orderExample },
      answer: { ...oneOrder, status: 201 },
      refusals: [404, 409, 422, 429],
    }),
    async (c) => {
      const actor = await c.var.actor();
      const key = c.req.header("idempotency-key");
      const order = await placeOrder(
        { ...services, ...c.var.facts },
        actor,
        await jsonBody(c),
        key,
      );
      return recordResponse(c, shown(order), 201);
    },
  );
  api.put(
    "/order-status/:id",
    describeCall({
      tag,
      summary: "Sets the order status",
      who: "admin",
      body: { schema: orderStatusForm, example: { orderStatus: "Delivered" } },
      answer: oneOrder,
    }),
    async (c) => {
      const actor = await c.var.actor();
      const id = c.req.param("id");
      const { order } = await setOrderStatus(services, actor, id, await jsonBody(c));
      return c.json(shown(order));
    },
  );
  api.put(
    "/order-cancelled/:id",
    describeCall({
      tag,
      summary: "Cancels your own UnPaid order",
      detail: "The body is ignored.",
      who: "signed in",
      answer: oneOrder,
      refusals: [409],
    }),
    async (c) => c.json(shown(await cancelOrder(services, await c.var.actor(), c.req.param("id")))),
  );
}

const orderExample = {
  packageName: "Basic",
  customerName: "Ada Field",
  customerAddress: "1 Long Acre, Bergen",
  customerCountry: "Norway",
  customerWebsite: "https://example.com",
};

/** REST calls on refunds and manual payments. */
function moneyCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  const shown = shownIn(services.configuration.timeZone);
  const keyed = {
    tag,
    who: "admin",
    headers: z.object({ "Idempotency-Key": formKey }),
    refusals: [409, 422],
  } as const;
  const outside = { amount: "149.00", date: "2026-01-02", reference: "Transfer 4711" };
  api.post(
    "/order/:id/refunds",
    describeCall({
      ...keyed,
      summary: "Refunds a payment through its provider, in whole or in part",
      body: {
        schema: refundForm.omit({ key: true }),
        example: { transactionId: "8AB12345CD678901E", amount: "49.00" },
      },
      answer: { status: 201, schema: refundSchema },
    }),
    async (c) => {
      const actor = await c.var.actor();
      const refund = await requestRefund(services, actor, c.req.param("id"), await keyedBody(c));
      return c.json(shownRefund(refund), 201);
    },
  );
  api.post(
    "/order/:id/payments",
    describeCall({
      ...keyed,
      summary: "Records a manual payment",
      body: { schema: outsidePayment.omit({ key: true }), example: outside },
      answer: { ...oneOrder, status: 201 },
    }),
    async (c) => {
      const [actor, id] = [await c.var.actor(), c.req.param("id")];
      const order = await recordOutsidePayment(services, actor, id, await keyedBody(c));
      return c.json(shown(order), 201);
    },
  );
  api.post(
    "/order/:id/outside-refunds",
    describeCall({
      ...keyed,
      summary: "Records a manual refund",
      body: {
        schema: outsideRefund.omit({ key: true }),
        example: { transactionId: "transfer-4711", ...outside },
      },
      answer: { ...oneOrder, status: 201 },
    }),
    async (c) => {
      const [actor, id] = [await c.var.actor(), c.req.param("id")];
      return c.json(shown(await recordOutsideRefund(services, actor, id, await keyedBody(c))), 201);
    },
  );
}

/** The body with the required Idempotency-Key header added. */
async function keyedBody(c: Context): Promise<unknown> {
  const body = await jsonBody(c);
  if (typeof body !== "object" || body === null || body instanceof UnreadableInput) return body;
  return { ...body, key: c.req.header("idempotency-key") };
}

function shownRefund({ id, transactionId, amountCents, state, reason }: Refund) {
  return { _id: id, transactionId, amount: amountFromCents(amountCents), state, reason };
}
