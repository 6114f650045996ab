import { enterInLedger } from "#money/ledger/order-ledger.server.ts";
import { orderReceipt } from "#money/receipts/payments-of-order.ts";
import { type RefundToMake, refundPayment } from "#money/refunds/refund-payment.ts";
import { refundRequestsOf } from "#money/refunds/refund-requests.server.ts";
import { sendNextRefund } from "#money/refunds/send-refunds.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { createPaypalRest } from "#payments/paypal-rest/paypal-rest.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { ada, openShop, orderForm, owner } from "../orders/shop.ts";
import { openPaypalApi, paypalAccount } from "./paypal-api.ts";

/** A shop with a paid order. Refunds go to a real HTTP server in place of PayPal's API. */
export async function openRefundShop(database: Database) {
  const api = await openPaypalApi();
  const provider = createPaypalRest({
    name: "paypal",
    endpoints: {
      apiUrl: api.apiUrl,
      approvalOrigin: "https://pay.example",
      pagesUrl: "https://pay.example",
    },
    credentials: { ...paypalAccount, webhookId: "WEBHOOK" },
    isLive: true,
    clock: () => Date.now(),
  });
  const shop = await openShop(database, { provider });
  const paid = await paidOrder(shop);
  const { order, transactionId } = paid;
  return {
    ...shop,
    ...refundsOf(shop, paid),
    api,
    /** PayPal's representation of a refund, in responses and in webhooks. */
    refundOf: (id: string, value: string, status = "COMPLETED") => ({
      id,
      status,
      amount: { value, currency_code: "USD" },
      custom_id: order.id,
      links: [{ rel: "up", href: `${api.apiUrl}/v2/payments/captures/${transactionId}` }],
    }),
    /** Idempotency keys of the refund requests that PayPal received. */
    keysAsked: () =>
      api
        .calls()
        .filter(({ path }) => path.endsWith("/refund"))
        .map(({ headers }) => headers["paypal-request-id"]),
    /** Delivers a webhook about a refund, and lets PayPal confirm that the webhook is genuine. */
    async tell(refund: unknown, type = "PAYMENT.CAPTURE.REFUNDED") {
      const raw = Buffer.from(JSON.stringify({ event_type: type, resource: refund }));
      const headers = new Headers({ "content-type": "application/json" });
      for (const name of provider.notifications.headers) headers.set(name, "x");
      await shop.payments.receive(raw, headers);
      api.will([200, { verification_status: "SUCCESS" }]);
      await shop.verifyAll();
    },
  };
}

/** A paid order, and what an owner and its customer do and see about its refunds. */
export function refundsOf(
  shop: Awaited<ReturnType<typeof openShop>>,
  { order, transactionId }: Awaited<ReturnType<typeof paidOrder>>,
) {
  return {
    order,
    transactionId,
    refund: (given: Partial<RefundToMake> = {}) =>
      refundPayment(shop, owner, {
        orderId: order.id,
        transactionId,
        amountCents: 5000,
        key: newId(),
        ...given,
      }),
    sendNext: () => sendNextRefund(shop),
    requests: () => refundRequestsOf(shop.database.read, order.id),
    receipt: () => orderReceipt(shop, ada, order.id),
  };
}

export type RefundShop = Awaited<ReturnType<typeof openRefundShop>>;

/** Creates an order of Ada's for 149.00, paid through the shop's provider. */
export async function paidOrder(shop: Awaited<ReturnType<typeof openShop>>) {
  const order = await placeOrder(shop, ada, orderForm);
  const transactionId = `PAY-${order.number}`;
  await shop.database.write(async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked === undefined) throw new Error(`There is no order ${order.id}.`);
    await enterInLedger(tx, shop, locked, {
      kind: "payment",
      amountCents: order.priceCents,
      provider: shop.provider.name,
      transactionId,
      parentTransactionId: null,
      notificationId: null,
      author: shop.provider.name,
      at: shop.clock(),
    });
  });
  return { order, transactionId };
}
