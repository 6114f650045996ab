import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { countedSums, insertOn, keptSums } from "../../../tests/support/payments/order-sums.ts";
import { cancelOrder } from "../cancel-order.ts";
import { enterInLedger } from "../ledger/order-ledger.server.ts";
import { lockOrder } from "../order-store.server.ts";
import { placeOrder } from "../placing/place-order.ts";
import { setOrderStatus } from "../set-order-status.ts";
import { salesTotalCents, spentTotalCents } from "./order-totals.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

const oneOf = <Item>(items: readonly Item[]) =>
  items[Math.floor(Math.random() * items.length)] as Item;

async function doSomething(shop: Shop, orderIds: string[]): Promise<void> {
  const id = oneOf(orderIds);
  if (id === undefined || Math.random() < 0.3) {
    const packageName = oneOf(["Basic", "Standard", "Premium"]);
    const { packagePrice: _, ...form } = orderForm;
    const order = await placeOrder(shop, oneOf([ada, ben]), { ...form, packageName });
    orderIds.push(order.id);
    return;
  }
  if (Math.random() < 0.4) {
    await setOrderStatus(shop, owner, id, { orderStatus: oneOf(["Pending", "Delivered"]) });
  } else if (Math.random() < 0.3) {
    await cancelOrder(shop, oneOf([ada, ben]), id).catch(() => {});
  } else {
    await moveMoney(shop, id);
  }
}

async function moveMoney(shop: Shop, orderId: string): Promise<void> {
  const { database, clock } = shop;
  await database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw new Error(`There is no order ${orderId}.`);
    const isBack = order.paymentStatus === "Paid";
    await enterInLedger(tx, shop, order, {
      kind: isBack ? "refund" : "payment",
      amountCents: isBack ? -order.priceCents : order.priceCents,
      transactionId: isBack ? `${orderId} back` : orderId,
      parentTransactionId: isBack ? orderId : null,
      provider: "test",
      notificationId: null,
      author: "test",
      at: clock(),
    });
  });
}

describeOnEachDatabase("The sums of orders", (openDatabase) => {
  test("equal a recount of all orders after each round of simultaneous writes", async () => {
    const shop = await openShop(await openDatabase());
    const orderIds: string[] = [];
    await doSomething(shop, orderIds);
    for (let round = 0; round < 6; round++) {
      shop.time.now += 40 * 60 * 60 * 1000;
      await Promise.all(Array.from({ length: 25 }, () => doSomething(shop, orderIds)));
      expect(await keptSums(shop.database)).toEqual(await countedSums(shop.database));
    }
    const paid = await shop.database.read
      .selectFrom("orders")
      .select(["account_id", "price_cents"])
      .where("payment_status", "=", "Paid")
      .execute();
    const totalOf = (orders: typeof paid) => orders.reduce((sum, o) => sum + o.price_cents, 0);
    expect(await salesTotalCents(shop, owner)).toBe(totalOf(paid));
    const adas = paid.filter((order) => order.account_id === "account-ada");
    expect(await spentTotalCents(shop, ada)).toBe(totalOf(adas));
  });

  test("cause no deadlock between writers that change the same sums in opposite sequence", async () => {
    const shop = await openShop(await openDatabase());
    const { database } = shop;
    const { packagePrice: _, ...form } = orderForm;
    const place = (packageName: string) => placeOrder(shop, ada, { ...form, packageName });
    const before = await deadlocksOf(database);
    for (let round = 0; round < 8; round++) {
      const orders = await Promise.all(["Basic", "Premium", "Premium", "Basic"].map(place));
      const [a, b, c, d] = orders.map(({ id }) => id) as [string, string, string, string];
      await Promise.all([deliver(database, [a, b]), deliver(database, [c, d])]);
    }
    expect(await keptSums(database)).toEqual(await countedSums(database));
    expect(await deadlocksOf(database)).toBe(before);
  });

  test("contain nothing of a write that was rolled back", async () => {
    const shop = await openShop(await openDatabase());
    const order = await placeOrder(shop, ada, orderForm);
    const failed = shop.database.write(async (tx) => {
      await tx.updateTable("orders").set({ order_status: "Delivered" }).execute();
      throw new Error(`Order ${order.number} is not ready.`);
    });
    await expect(failed).rejects.toThrow("not ready");
    expect(await keptSums(shop.database)).toEqual(await countedSums(shop.database));
  });

  test("include changes that plain SQL makes to the orders", async () => {
    const { database } = await openShop(await openDatabase());
    await insertOn(database, [0, 1, 2]);
    await database.write(async (tx) => {
      await sql`update orders set price_cents = price_cents + number, account_id = 'nobody'`.execute(
        tx,
      );
      await sql`update orders set placed_day = null where number = 2`.execute(tx);
      await sql`delete from orders where number = 3`.execute(tx);
    });
    const sums = await countedSums(database);
    expect(await keptSums(database)).toEqual(sums);
    expect(sums.ofShop).toContainEqual(
      expect.objectContaining({ grain: "ever", orders: 2, cents: 2 * 14_950 + 3 }),
    );
  });
});

async function deliver(database: Database, ids: readonly string[]): Promise<void> {
  await database.write(async (tx) => {
    for (const id of ids) {
      const change = tx.updateTable("orders").set({ order_status: "Delivered" });
      await change.where("id", "=", id).execute();
    }
  });
}

/** Number of deadlocks that PostgreSQL has broken; SQLite has one writer and no deadlocks. */
async function deadlocksOf({ engine, read }: Database): Promise<number> {
  if (engine === "sqlite") return 0;
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(read);
  return rows[0]?.deadlocks ?? 0;
}
