import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import { ada, ben, openShop, orderForm, owner } from "../../tests/support/shop.ts";
import type { Database } from "../platform/database.ts";
import { dayOf } from "../platform/dates.ts";
import { newId } from "../platform/ids.ts";
import { cancelOrder } from "./cancel-order.ts";
import { adoptTimeZone, dateNextOrders } from "./date-orders.server.ts";
import { addToLedger, rederivePaymentStatus } from "./order-ledger.server.ts";
import { insertOrder, lockOrder } from "./order-store.server.ts";
import { salesTotalCents, spentTotalCents } from "./order-totals.ts";
import { placeOrder } from "./place-order.ts";
import { setOrderStatus } from "./set-order-status.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

const oneOf = <Item>(items: readonly Item[]) =>
  items[Math.floor(Math.random() * items.length)] as Item;

/** What is kept, without the cells that came down to nothing. */
async function keptSums({ read }: Database) {
  const { rows } = await sql`select grain, period, package_name, payment_status, order_status,
      orders, cents from order_sums where orders <> 0 or cents <> 0 order by 1, 2, 3, 4, 5`.execute(
    read,
  );
  const ofAccounts = await sql`select account_id, payment_status, orders, cents
    from account_sums where orders <> 0 or cents <> 0 order by 1, 2`.execute(read);
  return { ofShop: rows, ofAccounts: ofAccounts.rows };
}

/** The same, counted. */
async function countedSums({ read }: Database) {
  const { rows } = await sql`
    select grain, period, package_name, payment_status, order_status,
      count(*) as orders, cast(sum(price_cents) as bigint) as cents
    from (
      select 'ever' as grain, '' as period, orders.* from orders
      union all select 'month', substr(placed_day, 1, 7), orders.* from orders
      union all select 'day', placed_day, orders.* from orders
    ) as stretches where period is not null
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(read);
  const ofAccounts = await sql`select account_id, payment_status, count(*) as orders,
      cast(sum(price_cents) as bigint) as cents
    from orders group by 1, 2 order by 1, 2`.execute(read);
  return { ofShop: rows, ofAccounts: ofAccounts.rows };
}

/** One random thing that a customer, the owner or a payment provider does. */
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

/** Pays the order, or gives the money back. */
async function moveMoney({ database, clock }: Shop, orderId: string): Promise<void> {
  await database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw new Error(`There is no order ${orderId}.`);
    const isBack = order.paymentStatus === "Paid";
    await addToLedger(tx, order, {
      kind: isBack ? "refund" : "payment",
      amountCents: isBack ? -order.priceCents : order.priceCents,
      transactionId: isBack ? `${orderId} back` : orderId,
      parentTransactionId: isBack ? orderId : null,
      provider: "test",
      notificationId: null,
      author: "test",
      at: clock(),
    });
    await rederivePaymentStatus(tx, order, clock());
  });
}

async function insertOn(database: Database, instants: readonly number[]): Promise<void> {
  await database.write(async (tx) => {
    for (const placedAt of instants) {
      await insertOrder(tx, {
        ...orderForm,
        id: newId(),
        accountId: "account-ada",
        customerEmail: "ada@example.com",
        customerWebsite: "",
        packageId: "plan",
        priceCents: 14_950,
        currency: "USD",
        paymentStatus: "Paid",
        orderStatus: "Pending",
        placedAt,
        paidAt: placedAt,
      });
    }
  });
}

async function dateAll(database: Database): Promise<void> {
  while (await dateNextOrders(database));
}

async function daysOf(database: Database) {
  const orders = await database.read
    .selectFrom("orders")
    .select(["placed_at", "placed_day"])
    .orderBy("number")
    .execute();
  return orders.map((order) => [order.placed_at, order.placed_day] as const);
}

describeOnEachDatabase("The sums of orders", (openDatabase) => {
  test("are what a recount gives after many writers at once, and after each", async () => {
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

  test("let writers pass who change the same orders' kinds in opposite order", async () => {
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

  test("forget what a write did that failed", async () => {
    const shop = await openShop(await openDatabase());
    const order = await placeOrder(shop, ada, orderForm);
    const failed = shop.database.write(async (tx) => {
      await tx.updateTable("orders").set({ order_status: "Delivered" }).execute();
      throw new Error(`Order ${order.number} is not ready.`);
    });
    await expect(failed).rejects.toThrow("not ready");
    expect(await keptSums(shop.database)).toEqual(await countedSums(shop.database));
  });

  test("follow whoever writes to the orders without our functions", async () => {
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

  test("end a day at the site's midnight, also when its clocks change", async () => {
    const database = await openDatabase();
    await adoptTimeZone(database, "Europe/Oslo");
    await insertOn(database, [
      Date.UTC(2026, 2, 28, 22, 59, 59, 999),
      Date.UTC(2026, 2, 28, 23),
      Date.UTC(2026, 2, 29, 21, 59, 59, 999),
      Date.UTC(2026, 2, 29, 22),
      Date.UTC(2026, 9, 25, 22, 59, 59, 999),
      Date.UTC(2026, 9, 25, 23),
    ]);
    expect((await daysOf(database)).map(([, day]) => day)).toEqual([
      "2026-03-28",
      "2026-03-29",
      "2026-03-29",
      "2026-03-30",
      "2026-10-25",
      "2026-10-26",
    ]);
  });

  test("are dated anew, in chunks, when the site moves to another time zone", async () => {
    const database = await openDatabase();
    const noon = Date.UTC(2026, 10, 20, 12);
    await adoptTimeZone(database, "UTC");
    const hours = Array.from({ length: 600 }, (_, hour) => noon + hour * 3_600_000);
    await insertOn(database, hours);
    await adoptTimeZone(database, "Pacific/Kiritimati");
    expect(await dateNextOrders(database)).toBe(true);
    await insertOn(database, [noon]);
    await Promise.all([dateAll(database), dateAll(database)]);
    const days = await daysOf(database);
    expect(days).toHaveLength(601);
    for (const [placedAt, day] of days) expect(day).toBe(dayOf(placedAt, "Pacific/Kiritimati"));
    expect(await keptSums(database)).toEqual(await countedSums(database));
  });

  test("date at the next start what came in without a day", async () => {
    const database = await openDatabase();
    await insertOn(database, [0, 1]);
    await database.write((tx) => tx.updateTable("orders").set({ placed_day: null }).execute());
    expect(await dateNextOrders(database)).toBe(false);
    await adoptTimeZone(database, "UTC");
    await dateAll(database);
    expect((await daysOf(database)).map(([, day]) => day)).toEqual(["1970-01-01", "1970-01-01"]);
    expect(await keptSums(database)).toEqual(await countedSums(database));
  });
});

/** Marks orders delivered, one after the other in one transaction. */
async function deliver(database: Database, ids: readonly string[]): Promise<void> {
  await database.write(async (tx) => {
    for (const id of ids) {
      const change = tx.updateTable("orders").set({ order_status: "Delivered" });
      await change.where("id", "=", id).execute();
    }
  });
}

/** How many deadlocks PostgreSQL has had to break. SQLite, with its one writer, has none. */
async function deadlocksOf({ engine, read }: Database): Promise<number> {
  if (engine === "sqlite") return 0;
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(read);
  return rows[0]?.deadlocks ?? 0;
}
