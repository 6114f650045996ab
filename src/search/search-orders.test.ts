import { beforeAll, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { randomOrders, seededRandom, storeOrders } from "../../tests/support/orders/many-orders.ts";
import { ada, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { workCalendar } from "../../tests/support/orders/work-calendar.ts";
import { numberSearched } from "../orders/number-searched.ts";
import { type Order, orderStatuses, paymentStatuses } from "../orders/order.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import { searchedTexts, wordsOfOrder } from "../orders/searched-texts.ts";
import type { Database } from "../platform/database/database.ts";
import { foldedText } from "../platform/texts/folded-text.ts";
import { wordsOf } from "../platform/texts/search-words.ts";
import { addDays } from "../platform/time/calendar.ts";
import { startOfDay } from "../platform/time/dates.ts";
import { visitor } from "../policy/actor.ts";
import { stageOf } from "../stages/delivery-stage.ts";
import { orderStages, waitsFor } from "../stages/order-stage.ts";
import { exportOrders } from "./export-orders.ts";
import { everyOrder, type OrderSearch, orderSorts, waitingSides } from "./order-search.ts";
import { searchOrders } from "./search-orders.ts";

const timeZone = "America/New_York";
const calendar = workCalendar(timeZone);
const clock = () => Date.UTC(2026, 10, 20, 12);
const pageSize = 10;
const timeoutMs = 90_000;
const count = 1300;
const orders = randomOrders(count, 1);
const wordsOfNumber = new Map(orders.map((order) => [order.number, wordsOfOrder(order)]));

/** The expected result: all orders, filtered and sorted in memory. */
function expected(search: OrderSearch): number[] {
  const { by, descending } = orderSorts[search.sort];
  const found = orders.filter((order) => isFound(order, search));
  const compare = (one: Order, other: Order) => {
    if (by === "amount" && one.priceCents !== other.priceCents) {
      return one.priceCents - other.priceCents;
    }
    if (by === "name") {
      const [a, b] = [one, other].map(({ customerName }) => Buffer.from(foldedText(customerName)));
      const order = Buffer.compare(a as Buffer, b as Buffer);
      if (order !== 0) return order;
    }
    if (by === "date" && one.placedAt !== other.placedAt) {
      return one.placedAt - other.placedAt;
    }
    return one.number - other.number;
  };
  found.sort((one, other) => (descending ? -1 : 1) * compare(one, other));
  return found.map(({ number }) => number);
}

function isFound(order: Order, search: OrderSearch): boolean {
  const number = numberSearched(search.q);
  const isNamed = number !== null && number >= 1 && number <= count;
  const words = wordsOf(search.q);
  return (
    (search.payment === null || order.paymentStatus === search.payment) &&
    (search.status === null || order.orderStatus === search.status) &&
    (search.stage === null || stageOf(order, []) === search.stage) &&
    (search.waitsFor === null || waitsFor[stageOf(order, [])] === search.waitsFor) &&
    (search.assigned === null ||
      (search.assigned === "somebody"
        ? order.assigneeId !== null
        : (order.assigneeId ?? "nobody") === search.assigned)) &&
    (search.plan === null || order.packageName === search.plan) &&
    (search.from === null || order.placedAt >= startOfDay(search.from, timeZone)) &&
    (search.to === null || order.placedAt < startOfDay(addDays(search.to, 1), timeZone)) &&
    (isNamed
      ? order.number === number
      : words.every((word) => wordsOfNumber.get(order.number)?.some((its) => its.startsWith(word))))
  );
}

function randomSearch(random: () => number): OrderSearch {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const maybe = <T>(values: readonly T[]) => (random() < 0.3 ? pick(values) : null);
  const days = ["2026-01-20", "2026-03-08", "2026-05-01", "2026-06-10", "2027-01-01"];
  const isStanding = random() < 0.5;
  const texts = ["a", "ada", "anne field", "EXAMPLE", "example com", "smi exa", "ben17", "jur"];
  const more = ["#17", "Order 1042", "3999", "9999", "o'neil", "basic", "zzz", "de me", "李"];
  return {
    q: random() < 0.5 ? pick([...texts, ...more]) : "",
    payment: maybe(paymentStatuses),
    transfer: null,
    status: maybe(orderStatuses),
    stage: isStanding ? maybe(orderStages) : null,
    due: null,
    waitsFor: isStanding ? maybe(waitingSides) : null,
    assigned: maybe(["somebody", "nobody", "wim"] as const),
    plan: maybe(["Basic", "Premium", "Nothing"]),
    from: maybe(days),
    to: maybe(days),
    sort: pick(Object.keys(orderSorts) as (keyof typeof orderSorts)[]),
  };
}

describeOnEachDatabase("Searching orders", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
    await storeOrders(database, orders);
  });
  const page = (search: Partial<OrderSearch>, number = 1) => {
    const request = { page: number, pageSize };
    return searchOrders(
      { database, clock, calendar },
      owner,
      { ...everyOrder, ...search },
      request,
    );
  };

  test(
    "finds and exports the same orders as a filter over all orders, in random searches",
    async () => {
      const random = seededRandom(7);
      for (let round = 0; round < 25; round++) {
        const search = randomSearch(random);
        const all = expected(search);
        const context = JSON.stringify(search);
        for (const number of [1, 2, 7]) {
          const found = await page(search, number);
          expect([found.total, found.page], context).toEqual([
            all.length,
            Math.max(1, Math.min(number, Math.ceil(all.length / pageSize))),
          ]);
          expect(
            found.items.map((order) => order.number),
            context,
          ).toEqual(all.slice(found.offset, found.offset + pageSize));
        }
        const exported: number[] = [];
        for await (const chunk of exportOrders({ database, clock, calendar }, owner, search)) {
          exported.push(...chunk.map(({ number }) => number));
        }
        expect(exported, context).toEqual(all);
      }
    },
    timeoutMs,
  );

  test("returns orders even for an invalid page number", async () => {
    const searches: Partial<OrderSearch>[] = [{}, { q: "ada" }, { payment: "Paid" }];
    for (const search of [...searches, { sort: "name-a-z" as const }]) {
      const all = expected({ ...everyOrder, ...search });
      for (const number of [-1, 0, Number.NaN, 0.5]) {
        const low = await page(search, number);
        expect(low.page).toBe(1);
        expect(low.items.map((order) => order.number)).toEqual(all.slice(0, pageSize));
      }
      for (const number of [1e9, Number.POSITIVE_INFINITY]) {
        const last = await page(search, number);
        expect(last.items.map((order) => order.number)).toEqual(all.slice(last.offset));
      }
    }
  });

  test("is refused to customers and visitors", async () => {
    const ask = (actor: Parameters<typeof searchOrders>[1]) =>
      searchOrders({ database, clock, calendar }, actor, everyOrder, {
        page: 1,
        pageSize,
      });
    await expect(ask(ada)).rejects.toMatchObject({ code: "forbidden" });
    await expect(ask(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    const exported = exportOrders({ database, clock, calendar }, ada, everyOrder);
    await expect(exported.next()).rejects.toMatchObject({ code: "forbidden" });
  });
});

describeOnEachDatabase("The search words of an order", (openDatabase) => {
  test("are indexed when the order is placed, replaced when the customer's name changes, and removed with the order", async () => {
    const shop = await openShop(await openDatabase());
    const order = await placeOrder(shop, ada, orderForm);
    const found = async (q: string) => {
      const search = { ...everyOrder, q };
      const request = { page: 1, pageSize };
      return (await searchOrders({ ...shop, calendar }, owner, search, request)).total;
    };
    expect(await found("fiel bas")).toBe(1);
    expect(await found("FÍEL ｂａｓ")).toBe(1);
    const nobody = { ...order, customerName: "Nobody", customerEmail: "" };
    await shop.database.write(async (tx) => {
      const columns = { customer_name: "Nobody", customer_email: "", ...searchedTexts(nobody) };
      await tx.updateTable("orders").set(columns).where("id", "=", order.id).execute();
    });
    expect([await found("field"), await found("nobody")]).toEqual([0, 1]);
    const other = { ...order, id: "other", number: order.number + 1, customerName: "Gone" };
    await storeOrders(shop.database, [other]);
    expect(await found("gone")).toBe(1);
    await shop.database.write((tx) => tx.deleteFrom("orders").where("id", "=", "other").execute());
    expect(await found("gone")).toBe(0);
  });
});
