import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import {
  ada,
  ben,
  formHeaders,
  notificationFor,
  openShop,
  orderForm,
  orderInCheckout,
} from "../orders/shop.ts";

/** Five orders: paid; in checkout; cancelled; paid and partly refunded; just placed. */
export async function openBooks(database: Database) {
  const shop = await openShop(database);
  const arrive = async (raw: Buffer) => {
    await shop.payments.receive(raw, formHeaders);
    await shop.verifyAll();
  };
  const first = await orderInCheckout(shop);
  await orderInCheckout(shop, ben);
  await cancelOrder(shop, ben, (await placeOrder(shop, ben, orderForm)).id);
  const fourth = await orderInCheckout(shop);
  await placeOrder(shop, ada, orderForm);
  await arrive(notificationFor(first.fields, { txn_id: "T1" }));
  await arrive(notificationFor(first.fields, { txn_id: "T1" }));
  await arrive(notificationFor(fourth.fields, { txn_id: "T4" }));
  const refund = { payment_status: "Refunded", parent_txn_id: "T4", mc_gross: "-49.00" };
  await arrive(notificationFor(fourth.fields, { txn_id: "R4", ...refund }));
  return shop;
}

export const booksReport = {
  orders: 5,
  entries: 4,
  salesCents: 29_800,
  refundedCents: 4_900,
  netCents: 24_900,
  differences: [],
};
