import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { countedSums, keptSums } from "../../tests/support/payments/order-sums.ts";
import { cancelOrder } from "../money/cancelling/cancel-order.ts";
import { enterInLedger } from "../money/ledger/order-ledger.server.ts";
import { lockOrder } from "../orders/order-store.server.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import type { Database } from "../platform/database/database.ts";
import { setOrderStatus } from "../work/deliveries/set-order-status.ts";
import { salesTotalCents, spentTotalCents } from "./order-totals.ts";
import { sumNextDay } from "./sales-days.server.ts";

const dayMs = 24 * 60 * 60 * 1000;
const timeoutMs = 90_000;

type Shop = Awaited<ReturnType<typeof openShop>>;

const events = [
  "place",
  "place",
  "deliver",
  "cancel",
  "pay or refund",
  "sum a day",
  "next day",
] as const;
const event = fc.record({
  what: fc.constantFrom(...events),
  /** Chooses the order, the customer and the plan. */
  which: fc.nat(1000),
});

async function happen(
  shop: Shop,
  orderIds: string[],
  { what, which }: { readonly what: (typeof events)[number]; readonly which: number },
): Promise<void> {
  const oneOf = <Item>(items: readonly Item[]) => items[which % items.length] as Item;
  const { packagePrice: _, ...anyPrice } = orderForm;
  const form = { ...anyPrice, subscribeAgain: "yes" };
  const id = oneOf(orderIds);
  if (what === "place") {
    const packageName = oneOf(["Basic", "Standard", "Premium"]);
    const order = await placeOrder(shop, oneOf([ada, ben]), { ...form, packageName });
    orderIds.push(order.id);
  } else if (what === "sum a day") await sumNextDay(shop);
  else if (what === "next day") shop.time.now += dayMs;
  else if (id === undefined) return;
  else if (what === "deliver") {
    await setOrderStatus(shop, owner, id, { orderStatus: oneOf(["Pending", "Delivered"]) });
  } else if (what === "cancel") await cancelOrder(shop, oneOf([ada, ben]), id).catch(() => {});
  else await moveMoney(shop, id);
}

async function sumAllDays(shop: Shop): Promise<void> {
  while (await sumNextDay(shop));
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
  test(
    "equal a recount of the orders and the ledger after any events in any order",
    async () => {
      const shop = await openShop(await openDatabase());
      const orderIds: string[] = [];
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(event, { minLength: 1, maxLength: 6 }), {
            minLength: 1,
            maxLength: 12,
          }),
          async (rounds) => {
            for (const round of rounds) {
              // The events of a round happen at the same time.
              await Promise.all(round.map((each) => happen(shop, orderIds, each)));
              expect(await keptSums(shop.database)).toEqual(await countedSums(shop.database));
            }
          },
        ),
        { numRuns: 6, seed: 3, endOnFailure: true },
      );
      await sumAllDays(shop);
      expect(await keptSums(shop.database)).toEqual(await countedSums(shop.database));
      const paid = await shop.database.read
        .selectFrom("orders")
        .select(["account_id", "price_cents"])
        .where("payment_status", "=", "Paid")
        .execute();
      const totalOf = (orders: typeof paid) => orders.reduce((sum, o) => sum + o.price_cents, 0);
      expect(totalOf(paid)).toBeGreaterThan(0);
      expect(await salesTotalCents(shop, owner)).toBe(totalOf(paid));
      const adas = paid.filter((order) => order.account_id === "account-ada");
      expect(await spentTotalCents(shop, ada)).toBe(totalOf(adas));
    },
    timeoutMs,
  );

  test("of closed days are stored, and counted again after a late change", async () => {
    const shop = await openShop(await openDatabase());
    const { read } = shop.database;
    const order = await placeOrder(shop, ada, orderForm);
    expect(await sumNextDay(shop)).toBe(false);
    shop.time.now += dayMs;
    expect([await sumNextDay(shop), await sumNextDay(shop)]).toEqual([true, false]);
    const stored = () =>
      read.selectFrom("sales_days").select(["day", "payment_status", "net_cents"]).execute();
    const day = "2026-11-20";
    expect(await stored()).toEqual([{ day, payment_status: "UnPaid", net_cents: 0 }]);
    await moveMoney(shop, order.id);
    expect(await read.selectFrom("unsummed_days").selectAll().execute()).toEqual([{ day }]);
    expect(await salesTotalCents(shop, owner)).toBe(order.priceCents);
    await sumAllDays(shop);
    const net_cents = order.priceCents;
    expect(await stored()).toEqual([{ day, payment_status: "Paid", net_cents }]);
    expect(await salesTotalCents(shop, owner)).toBe(order.priceCents);
  });

  test("cause no deadlock between writers that change the same sums in opposite sequence", async () => {
    const shop = await openShop(await openDatabase());
    const { database } = shop;
    const { packagePrice: _, ...anyPrice } = orderForm;
    const form = { ...anyPrice, subscribeAgain: "yes" };
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
