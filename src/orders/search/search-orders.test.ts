import { beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { foldedText } from "#platform/texts/folded-text.ts";
import { addDays } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";
import { visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  randomOrders,
  seededRandom,
  storeOrders,
} from "../../../tests/support/orders/many-orders.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { workCalendar } from "../../../tests/support/orders/work-calendar.ts";
import { type Order, orderStatuses, paymentStatuses } from "../order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { stageOf } from "../room/deliveries/delivery-stage.ts";
import { orderStages, waitsFor } from "../room/stage/order-stage.ts";
import { exportOrders } from "./export-orders.ts";
import {
  everyOrder,
  numberSearched,
  type OrderSearch,
  type OrderSort,
  orderSorts,
  waitingSides,
} from "./order-search.ts";
import { replaceOrderWords, wordsOf, wordsOfOrder } from "./order-search-tables.server.ts";
import { searchOrders } from "./search-orders.ts";

const timeZone = "America/New_York";
const calendar = workCalendar(timeZone);
const clock = () => Date.UTC(2026, 10, 20, 12);
const pageSize = 10;
const timeoutMs = 90_000;
const count = 2600;
const orders = randomOrders(count, 1);
const wordsOfNumber = new Map(orders.map((order) => [order.number, wordsOfOrder(order)]));

/** The expected result: all orders, filtered and sorted in memory. */
function expected(search: OrderSearch, sort: OrderSort): number[] {
  const { by, descending } = orderSorts[sort];
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
    const isEvery = JSON.stringify({ ...search, sort: "newest" }) === JSON.stringify(everyOrder);
    if (by === "date" && !isEvery && one.placedAt !== other.placedAt) {
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
    status: maybe(orderStatuses),
    stage: isStanding ? maybe(orderStages) : null,
    due: null,
    waitsFor: isStanding ? maybe(waitingSides) : null,
    assigned: maybe(["somebody", "nobody", "wim"] as const),
    plan: maybe(["Basic", "Premium", "Nothing"]),
    from: maybe(days),
    to: maybe(days),
    sort: pick(Object.keys(orderSorts) as OrderSort[]),
  };
}

describeOnEachDatabase("Searching orders", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
    await storeOrders(database, orders);
  });
  const page = (search: Partial<OrderSearch>, number = 1, after: OrderKeyOrNone = null) =>
    searchOrders(
      { database, clock, calendar },
      owner,
      { ...everyOrder, ...search },
      {
        page: number,
        after,
        pageSize,
      },
    );
  type OrderKeyOrNone = Parameters<typeof searchOrders>[3]["after"];

  test(
    "finds and exports the same orders as a filter over all orders, in random searches",
    async () => {
      const random = seededRandom(7);
      const kinds = new Set<string>();
      for (let round = 0; round < 50; round++) {
        const search = randomSearch(random);
        const first = await page(search);
        const all = expected(search, first.sort);
        kinds.add(`${first.near === null ? "counted" : "open"} ${first.sort === search.sort}`);
        const context = JSON.stringify(search);
        expect(
          first.items.map(({ number }) => number),
          context,
        ).toEqual(all.slice(0, pageSize));
        if (first.isCounted) expect(first.total, context).toBe(all.length);
        else expect(all.length, context).toBeGreaterThanOrEqual(first.total);
        const exported: number[] = [];
        for await (const chunk of exportOrders({ database, clock, calendar }, owner, search)) {
          exported.push(...chunk.map(({ number }) => number));
        }
        expect(exported, context).toEqual(all);
      }
      expect([...kinds].sort()).toEqual(["counted true", "open false", "open true"]);
    },
    timeoutMs,
  );

  test.each<[string, Partial<OrderSearch>]>([
    ["filtered", { payment: "Paid" }],
    ["searched", { q: "example" }],
  ])(
    "returns the next and the previous pages of a list that is too long to count, %s",
    async (_how, search) => {
      const all = expected({ ...everyOrder, ...search }, "newest");
      let current = await page(search);
      for (let number = 1; number <= 6; number++) {
        const slice = all.slice((number - 1) * pageSize, number * pageSize);
        expect(current.items.map((order) => order.number)).toEqual(slice);
        expect(current.page).toBe(number);
        const next = current.near?.find((near) => near.page === number + 1);
        current = await page(search, number + 1, next?.after ?? null);
      }
      expect(current.near?.map((near) => near.page)).toEqual([1, 5, 6, 7, 8, 9]);
      const before = current.near?.find((near) => near.page === 5);
      const fifth = await page(search, 5, before?.after ?? null);
      expect(fifth.items.map(({ number }) => number)).toEqual(all.slice(40, 50));
      // A request with the page number alone returns the same page.
      expect((await page(search, 5)).items).toEqual(fifth.items);
    },
  );

  test("returns orders even for an invalid page number or an outdated link", async () => {
    const searches: Partial<OrderSearch>[] = [{}, { q: "ada" }, { payment: "Paid" }];
    for (const search of [...searches, { sort: "name-a-z" as const }]) {
      const all = expected({ ...everyOrder, ...search }, search.sort ?? "newest");
      for (const number of [-1, 0, Number.NaN, 0.5]) {
        const low = await page(search, number);
        expect(low.page).toBe(1);
        expect(low.items.map((order) => order.number)).toEqual(all.slice(0, pageSize));
      }
      for (const number of [1e9, Number.POSITIVE_INFINITY]) {
        expect((await page(search, number)).items.length).toBeGreaterThan(0);
      }
    }
    const gone = await page({ payment: "Paid" }, 3, { value: 0, number: 0 });
    expect(gone.items).toHaveLength(pageSize);
  });

  test.each<[OrderSort, number | string]>([
    ["newest", "ada"],
    ["amount-high", "ada"],
    ["name-a-z", 14_900],
  ])("ignores a cursor of another sort in a list sorted by %s", async (sort, value) => {
    const search = { payment: "Paid", sort } as const;
    const { items } = await page(search, 2, { value, number: 1 });
    const second = expected({ ...everyOrder, ...search }, sort).slice(pageSize, 2 * pageSize);
    expect(items.map(({ number }) => number)).toEqual(second);
  });

  test("finds nothing for punctuation alone", async () => {
    expect((await page({ q: "!?" })).total).toBe(0);
  });

  test("is refused to customers and visitors", async () => {
    const ask = (actor: Parameters<typeof searchOrders>[1]) =>
      searchOrders({ database, clock, calendar }, actor, everyOrder, {
        page: 1,
        after: null,
        pageSize,
      });
    await expect(ask(ada)).rejects.toMatchObject({ code: "forbidden" });
    await expect(ask(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    const exported = exportOrders({ database, clock, calendar }, ada, everyOrder);
    await expect(exported.next()).rejects.toMatchObject({ code: "forbidden" });
  });
});

describeOnEachDatabase("The search words of an order", (openDatabase) => {
  test("are indexed when the order is placed, and replaced when the customer's name changes", async () => {
    const shop = await openShop(await openDatabase());
    const order = await placeOrder(shop, ada, orderForm);
    const found = async (q: string) => {
      const search = { ...everyOrder, q };
      const request = { page: 1, after: null, pageSize };
      return (await searchOrders({ ...shop, calendar }, owner, search, request)).total;
    };
    expect(await found("fiel bas")).toBe(1);
    expect(await found("FÍEL ｂａｓ")).toBe(1);
    const nobody = { ...order, customerName: "Nobody", customerEmail: "" };
    await shop.database.write(async (tx) => {
      const columns = { customer_name: "Nobody", customer_email: "" };
      await tx.updateTable("orders").set(columns).where("id", "=", order.id).execute();
      await replaceOrderWords(tx, order, nobody);
    });
    expect([await found("field"), await found("nobody")]).toEqual([0, 1]);
    const words = await shop.database.read.selectFrom("order_words").select("word").execute();
    expect(words.map(({ word }) => word).sort()).toEqual(["basic", "nobody"]);
  });
});
