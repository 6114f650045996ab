import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase as openAt } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { migrations } from "#server/migrations.ts";
import { emptyAddress } from "../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm } from "../../tests/support/orders/shop.ts";
import { sumByDaysOf } from "../../tests/support/payments/order-sums.ts";
import { dateNextOrders } from "../sales/date-orders.server.ts";
import { numberOrdersFrom } from "./order-store.server.ts";
import { placeOrder } from "./placing/place-order.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

const numberOf = async (shop: Shop) => (await placeOrder(shop, ada, orderForm)).number;
const setNumber = ({ database }: Shop, first: number) =>
  database.write((tx) => numberOrdersFrom(tx, first));

describeOnEachDatabase("The numbers of orders", (openDatabase) => {
  /** A database whose tables were changed in two steps, with what happened between them. */
  async function upgraded(between: string) {
    const database = openAt(await emptyAddress(await openDatabase()));
    const earlier = Object.entries(migrations).filter(([name]) => name < "0365");
    await migrate(database.libraryHandle, Object.fromEntries(earlier));
    await sql.raw(between).execute(database.libraryHandle);
    await migrate(database.libraryHandle, migrations);
    return database;
  }

  test("begin at 1001 on a new site, and go on where they are on a site with orders", async () => {
    for (const [last, next, stored] of [
      [0, 1001, []],
      [57, 58, [{ name: "firstOrderNumber", value: "1" }]],
    ] as const) {
      const database = await upgraded(`update order_counter set last_number = ${last}`);
      expect(await numberOf(await openShop(database))).toBe(next);
      const settings = database.read.selectFrom("settings").select(["name", "value"]);
      expect(await settings.execute()).toEqual(stored);
      await database.close();
    }
  });

  test("jump to a higher number, and never go back", async () => {
    const shop = await openShop(await openDatabase());
    await setNumber(shop, 1001);
    await setNumber(shop, 300);
    expect([await numberOf(shop), await numberOf(shop)]).toEqual([300, 301]);
    for (const number of [1, 300, 301]) {
      await expect(setNumber(shop, number)).rejects.toMatchObject({
        code: "invalid",
        message: "Order 301 exists already, and no number is given twice. Enter 302 or more.",
        issues: [{ path: "firstOrderNumber" }],
      });
    }
    expect(await numberOf(shop)).toBe(302);
    await setNumber(shop, 5000);
    expect([await numberOf(shop), await numberOf(shop)]).toEqual([5000, 5001]);
  });

  test("differ for orders that are placed while the owner changes the number", async () => {
    const shop = await openShop(await openDatabase());
    const changing = [4, 2000, 2005].map((number) => setNumber(shop, number).catch(() => {}));
    const placing = [ada, ben, ada, ben, ada, ben].map((actor) =>
      placeOrder(shop, actor, orderForm),
    );
    const numbers = (await Promise.all(placing)).map(({ number }) => number);
    await Promise.all(changing);
    expect(new Set(numbers).size).toBe(numbers.length);
    const { last_number } = await shop.database.read
      .selectFrom("order_counter")
      .select("last_number")
      .executeTakeFirstOrThrow();
    expect(Math.max(...numbers)).toBe(last_number);
  });

  test("may have a gap of millions that a new time zone passes in one step", async () => {
    const shop = await openShop(await openDatabase());
    await numberOf(shop);
    await setNumber(shop, 8_000_000);
    await numberOf(shop);
    await sumByDaysOf(shop.database, "Asia/Tokyo");
    expect(await dateNextOrders(shop.database)).toBe(false);
    expect(await dateNextOrders(shop.database)).toBe(false);
  });
});
