import { sql } from "kysely";
import { expect, test } from "vitest";
import { addIfNew, ledgerOfOrder } from "#money/ledger/order-ledger.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { eventsOfOrder } from "../status/order-events.server.ts";
import { addOrderNote } from "./add-order-note.ts";

const payment = {
  kind: "payment",
  amountCents: 14_900,
  provider: "test",
  transactionId: "T1",
  parentTransactionId: null,
  notificationId: null,
  author: "test",
  at: 1,
} as const;

const columns = {
  payment_ledger: `id, order_id, kind, amount_cents, currency, provider, transaction_id,
    parent_transaction_id, notification_id, author, at`,
  order_events: "id, order_id, kind, order_status, note, author, at",
};

const replacement = (table: keyof typeof columns, values: string) =>
  `insert or replace into ${table} (${columns[table]}) select ${values} from ${table}`;

const ledgerValues = (id: string, transaction: string) =>
  `${id}, order_id, kind, 1, currency, provider, ${transaction}, parent_transaction_id,
    notification_id, author, at`;

const waysAround = {
  sqlite: [
    replacement("payment_ledger", ledgerValues("id", "'another'")),
    replacement("payment_ledger", ledgerValues("'another'", "transaction_id")),
    `insert or replace into payment_ledger (rowid, ${columns.payment_ledger})
      select rowid, ${ledgerValues("'another'", "'another'")} from payment_ledger`,
    replacement("order_events", "id, order_id, kind, order_status, 'Unsaid.', author, at"),
    `insert or replace into order_events (rowid, ${columns.order_events})
      select rowid, 'another', order_id, kind, order_status, 'Unsaid.', author, at from order_events`,
  ],
  postgres: [
    "truncate payment_ledger cascade",
    "truncate order_events cascade",
    "truncate orders cascade",
  ],
};

describeOnEachDatabase("The history of an order", (openDatabase) => {
  async function open() {
    const shop = await openShop(await openDatabase());
    const order = await placeOrder(shop, ada, orderForm);
    await addOrderNote(shop, owner, order.id, { note: "She called." });
    await shop.database.write((tx) => addIfNew(tx, order, payment));
    return { order, database: shop.database };
  }
  const recorded = async ({ read }: Database, orderId: string) => ({
    ledger: await ledgerOfOrder(read, orderId),
    events: await eventsOfOrder(read, orderId),
  });

  test("cannot be changed or deleted by SQL", async () => {
    const { order, database } = await open();
    const before = await recorded(database, order.id);
    for (const statement of waysAround[database.engine]) {
      const trying = database.write((tx) => sql.raw(statement).execute(tx));
      await expect(trying, statement).rejects.toThrow("only ever added");
    }
    expect(await recorded(database, order.id)).toEqual(before);
  });

  test("contains an entry once, even if several writers add the entry at the same time", async () => {
    const { order, database } = await open();
    const entry = { ...payment, transactionId: "T2" };
    const entering = Array.from({ length: 8 }, () =>
      database.write((tx) => addIfNew(tx, order, entry)),
    );
    const added = await Promise.all(entering);
    expect(added.filter(Boolean)).toEqual([true]);
    expect((await recorded(database, order.id)).ledger).toHaveLength(2);
  });
});
