import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { addressOf } from "../support/databases/address-of.ts";
import { describeOnEachDatabase } from "../support/databases/databases.ts";
import { scaled } from "../support/time-limits.ts";
import { startShopProcess } from "./shop-process.ts";
import { openTorturedShop } from "./tortured-shop.ts";

const paid = 12;
const placedByEach = 10;

describeOnEachDatabase("Two processes with one database", (openDatabase) => {
  test.each(["standard", "rest"] as const)(
    "apply every %s notification of a flood exactly once, while orders are placed and cancelled",
    async (protocol) => {
      const shop = await openTorturedShop(await addressOf(await openDatabase()), protocol);
      const processes = await Promise.all([
        startShopProcess(shop.settings),
        startShopProcess(shop.settings),
      ]);
      try {
        const messages = await shop.newMessages(paid);
        const post = (url: string, init: RequestInit = {}) =>
          fetch(url, { method: "POST", ...init }).then(({ status }) => status);
        const [sent, cancelled, placed] = await Promise.all([
          Promise.all(
            messages.flatMap(({ headers, body }) =>
              [...processes, ...processes].map(({ url }) => post(url, { headers, body })),
            ),
          ),
          Promise.all(
            messages
              .filter((_, index) => index % 3 === 0)
              .flatMap(({ orderId }) =>
                processes.map(({ url }) => post(`${url}/cancel?order=${orderId}`)),
              ),
          ),
          Promise.all(
            processes.flatMap(({ url }) =>
              Array.from({ length: placedByEach }, () => post(`${url}/place`)),
            ),
          ),
        ]);
        expect(new Set(sent)).toEqual(new Set([200]));
        expect(cancelled.filter((status) => status !== 200 && status !== 409)).toEqual([]);
        expect(new Set(placed)).toEqual(new Set([200]));
        while ((await shop.countWaiting()) > 0) await sleep(20);

        // Ignores cancelled orders, because an order that was cancelled between the customer's
        // approval and the capture has no payment and needs none.
        const due = await shop.database.read
          .selectFrom("orders")
          .select(["id", "payment_status"])
          .where("payment_status", "!=", "Cancelled")
          .execute();
        const settled = due.filter(({ payment_status }) => payment_status === "Paid");
        expect(await shop.faults(settled.map(({ id }) => id))).toEqual([]);
        const sentIds = new Set(messages.map(({ orderId }) => orderId));
        const unpaid = due.filter(({ id }) => sentIds.has(id) && !settled.some((o) => o.id === id));
        expect(unpaid).toEqual([]);
        if (protocol === "standard") expect(settled).toHaveLength(paid);
        const { orders } = await countOrders(shop.database);
        expect(orders).toBe(paid + 2 * placedByEach);
      } finally {
        await Promise.all(processes.map((process) => process.kill()));
        await shop.close();
      }
    },
    scaled(60_000),
  );
});

async function countOrders({ read }: Awaited<ReturnType<typeof openTorturedShop>>["database"]) {
  return read
    .selectFrom("orders")
    .select((select) => select.fn.countAll<number>().as("orders"))
    .executeTakeFirstOrThrow();
}
