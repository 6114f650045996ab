import { findOrder } from "#orders/find-order.ts";
import type { Database } from "#platform/database/database.ts";
import { ada, formHeaders, notificationFor, openShop, orderInCheckout } from "../orders/shop.ts";

/** A shop with an order in checkout, and a provider that sends notifications about it. */
export async function openCheckout(database: Database, verifyUrl: string, isLive = true) {
  const shop = await openShop(database, { verifyUrl, isLive });
  const { order, fields } = await orderInCheckout(shop);
  const message = (otherwise?: Record<string, string>) => notificationFor(fields, otherwise);
  const receive = (raw: Buffer) => shop.payments.receive(raw, formHeaders);
  return {
    shop,
    order,
    fields,
    message,
    receive,
    status: async () => (await findOrder(shop, ada, order.id)).paymentStatus,
    async arrive(...messages: readonly Buffer[]) {
      for (const raw of messages) {
        await receive(raw);
        await shop.verifyAll();
        shop.time.now += 1;
      }
    },
  };
}

interface Stored {
  readonly database: Database;
}

/** Outcomes of notifications, oldest first. */
export async function outcomesOf({ database }: Stored) {
  const notifications = database.read.selectFrom("payment_notifications");
  const rows = await notifications.select("outcome").orderBy("id").execute();
  return rows.map(({ outcome }) => outcome);
}

/** Ledger entries, oldest first. */
export function ledgerOf({ database }: Stored) {
  const ledger = database.read.selectFrom("payment_ledger");
  return ledger.select(["kind", "amount_cents"]).orderBy("id").execute();
}
