import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { addressOf } from "../support/databases/address-of.ts";
import { describeOnEachDatabase } from "../support/databases/databases.ts";
import { scaled } from "../support/time-limits.ts";
import { startShopProcess } from "./shop-process.ts";
import { openTorturedShop } from "./tortured-shop.ts";

const paid = 6;
const placedByEach = 5;

describeOnEachDatabase("Two processes with one database", (openDatabase) => {
  // With the protocol "rest", the processes also compete for the capture of approved payments.
  test("apply every notification of a flood exactly once, while orders are placed and cancelled", {
    timeout: scaled(60_000),
  }, async () => {
    const shop = await openTorturedShop(await addressOf(await openDatabase()), "rest");
    const processes = await Promise.all([
      startShopProcess(shop.settings),
      startShopProcess(shop.settings),
    ]);
    try {
      const messages = await shop.newMessages(paid);
      const post = (url: string, init: RequestInit = {}) =>
        fetch(url, { method: "POST", ...init }).then(({ status }) => status);
      const ofBoth = <T>(work: (url: string) => T) => processes.map(({ url }) => work(url));
      const [sent, cancelled, placed] = await Promise.all([
        Promise.all(
          messages.flatMap(({ headers, body }) =>
            [1, 2].flatMap(() => ofBoth((url) => post(url, { headers, body }))),
          ),
        ),
        Promise.all(
          messages
            .filter((_, index) => index % 3 === 0)
            .flatMap(({ orderId }) => ofBoth((url) => post(`${url}/cancel?order=${orderId}`))),
        ),
        Promise.all(
          Array.from({ length: placedByEach }, () => ofBoth((url) => post(`${url}/place`))).flat(),
        ),
      ]);
      expect(new Set(sent)).toEqual(new Set([200]));
      expect(cancelled.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      expect(new Set(placed)).toEqual(new Set([200]));
      while ((await shop.countWaiting()) > 0) await sleep(20);

      const orders = await shop.database.read
        .selectFrom("orders")
        .select(["id", "payment_status"])
        .execute();
      expect(orders).toHaveLength(paid + 2 * placedByEach);
      const settled = orders.filter(({ payment_status }) => payment_status === "Paid");
      expect(await shop.faults(settled.map(({ id }) => id))).toEqual([]);
      // An order that was cancelled between the customer's approval and the capture has no payment
      // and needs none.
      const sentIds = new Set(messages.map(({ orderId }) => orderId));
      const states = orders.filter(({ id }) => sentIds.has(id)).map((one) => one.payment_status);
      expect(states.filter((state) => state !== "Paid" && state !== "Cancelled")).toEqual([]);
      expect(settled.length).toBeGreaterThan(0);
    } finally {
      await Promise.all(processes.map((process) => process.kill()));
      await shop.close();
    }
  });
});
