import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { randomOrders, storeOrders } from "../../tests/support/orders/many-orders.ts";
import { ada, owner } from "../../tests/support/orders/shop.ts";
import { workCalendar } from "../../tests/support/orders/work-calendar.ts";
import type { Order } from "../orders/order.ts";
import type { Database } from "../platform/database/database.ts";
import { visitor } from "../policy/actor.ts";
import { neighbouringOrders, type OrderList } from "./neighbouring-orders.ts";
import { everyOrder, type OrderSearch } from "./order-search.ts";
import { searchOrders } from "./search-orders.ts";

const calendar = workCalendar();
const clock = () => Date.UTC(2026, 10, 20, 12);
const orders = randomOrders(700, 3);

async function openOrders(database: Database) {
  await storeOrders(database, orders);
  const deps = { database, clock, calendar };
  const beside = async (order: Order, list: OrderList) => {
    const { previous, next } = await neighbouringOrders(deps, owner, order, list);
    const numberOf = (id: string | null) => orders.find((each) => each.id === id)?.number ?? null;
    return [numberOf(previous), numberOf(next)];
  };
  const firstPage = async (search: OrderSearch) => {
    const request = { page: 1, pageSize: 8 };
    return (await searchOrders(deps, owner, search, request)).items;
  };
  return { database, deps, beside, firstPage };
}

describeOnEachDatabase("The previous and next order", (openDatabase) => {
  const searches: readonly (readonly [name: string, search: Partial<OrderSearch>])[] = [
    ["of every order", {}],
    ["of every order, oldest first", { sort: "oldest" }],
    ["of a filter with few orders", { payment: "Cancelled", status: "Delivered" }],
    ["of a filter with many orders", { payment: "Paid" }],
    ["by amount", { sort: "amount-high" }],
    ["by name", { sort: "name-z-a", status: "Pending" }],
    ["of a word", { q: "a", sort: "oldest" }],
  ];

  test("are the neighbours of the order in the list from which the order was opened", async () => {
    const { beside, firstPage } = await openOrders(await openDatabase());
    for (const [name, given] of searches) {
      const search = { ...everyOrder, ...given };
      const items = await firstPage(search);
      expect(items.length, name).toBeGreaterThan(2);
      for (const [index, order] of items.slice(0, -1).entries()) {
        const expected = [items[index - 1]?.number ?? null, items[index + 1]?.number ?? null];
        expect(await beside(order, { search }), `${name}, row ${index + 1}`).toEqual(expected);
      }
    }
  });

  test("stay the same after a change removes the order from the list", async () => {
    const { database, beside, firstPage } = await openOrders(await openDatabase());
    for (const payment of ["Paid", "Cancelled"] as const) {
      const search = { ...everyOrder, payment };
      const [before, order, after] = await firstPage(search);
      if (order === undefined) throw new Error("There are no such orders.");
      await database.write((tx) =>
        tx
          .updateTable("orders")
          .set({ payment_status: "Refunded" })
          .where("id", "=", order.id)
          .execute(),
      );
      const changed = { ...order, paymentStatus: "Refunded" as const };
      expect(await beside(changed, { search })).toEqual([before?.number, after?.number]);
    }
  });

  test("belong to the same customer in the list of a customer's orders", async () => {
    const { beside } = await openOrders(await openDatabase());
    const { accountId } = orders[100] as Order;
    const own = orders
      .filter((order) => order.accountId === accountId)
      .sort((one, other) => other.number - one.number);
    for (const [index, order] of own.entries()) {
      const expected = [own[index - 1]?.number ?? null, own[index + 1]?.number ?? null];
      expect(await beside(order, { accountId })).toEqual(expected);
    }
  });

  test("are refused to customers and visitors", async () => {
    const { deps } = await openOrders(await openDatabase());
    const ask = (actor: typeof ada) =>
      neighbouringOrders(deps, actor, orders[0] as Order, { search: everyOrder });
    await expect(ask(ada)).rejects.toMatchObject({ code: "forbidden" });
    await expect(ask(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
