// A process that tests kill: it enters a payment for each unpaid order, as a person of the team who
// records transfers does, and writes the id of each paid order. Several such processes compete for
// the same orders. The process ends when no order is unpaid.
import { orderLifecycle } from "#lifecycle/order-lifecycle.ts";
import { enterInLedger, manualProvider } from "#money/ledger/order-ledger.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { openDatabase } from "#platform/database/database.ts";
import { postFor } from "../support/mail/post.ts";
import type { NumberSettings } from "./number-invoices.ts";
import { publicUrl } from "./payments-over.ts";

const { address, daysAhead, turnAfter, direction }: NumberSettings = JSON.parse(
  process.argv[2] ?? "",
);
const database = openDatabase(address);
let paid = 0;
const clock = () => Date.now() + (daysAhead + (paid >= turnAfter ? 1 : 0)) * 24 * 60 * 60 * 1000;
const deps = { post: postFor({ publicUrl, clock }), lifecycle: orderLifecycle };

/** Payments that one process enters at once. */
const atOnce = 4;

async function pay(orderId: string): Promise<void> {
  await database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw new Error(`There is no order ${orderId}.`);
    await enterInLedger(tx, deps, order, {
      kind: "payment",
      amountCents: order.priceCents,
      provider: manualProvider,
      transactionId: orderId,
      parentTransactionId: null,
      reference: orderId,
      notificationId: null,
      author: "owner@example.com",
      at: clock(),
      recordedAt: clock(),
    });
  });
  paid += 1;
  console.log(orderId);
}

const unpaid = () =>
  database.read
    .selectFrom("orders")
    .select("id")
    .where("payment_status", "=", "UnPaid")
    .orderBy("number", direction)
    .limit(200)
    .execute();

for (let orders = await unpaid(); orders.length > 0; orders = await unpaid()) {
  while (orders.length > 0) await Promise.all(orders.splice(0, atOnce).map(({ id }) => pay(id)));
}
await database.close();
