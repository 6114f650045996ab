import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { randomOrders, storeOrders } from "../../../tests/support/orders/many-orders.ts";
import { filteredSource, wordPartition } from "./partitions.server.ts";

describeOnEachDatabase("A source of filtered orders", (openDatabase) => {
  test("returns an order once, even if two partitions contain the order", async () => {
    const database = await openDatabase();
    const orders = randomOrders(250, 3).map((order) => ({ ...order, customerName: "Ada Adams" }));
    await storeOrders(database, orders);
    const partitions = ["ada", "adams"].map((word) => wordPartition(word, null));
    const source = filteredSource(database.read, partitions, true, async (all) =>
      all.filter(({ number }) => number > 50),
    );
    const range = { from: null, descending: true, limit: 300, effort: 1000 };
    const { keys, isEnd } = await source.read(range);
    const numbers = keys.map(({ number }) => number);
    expect([numbers.length, new Set(numbers).size, isEnd]).toEqual([200, 200, true]);
  });
});
