import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import {
  countedSums,
  insertOn,
  keptSums,
  sumByDaysOf,
} from "../../tests/support/payments/order-sums.ts";
import type { Database } from "../platform/database/database.ts";
import { dayOf } from "../platform/time/dates.ts";
import { dateNextOrders } from "./date-orders.server.ts";

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

describeOnEachDatabase("The dates of orders", (openDatabase) => {
  test("are computed again, in chunks, when the time zone changes", async () => {
    const database = await openDatabase();
    const noon = Date.UTC(2026, 10, 20, 12);
    await sumByDaysOf(database, "UTC");
    const hours = Array.from({ length: 600 }, (_, hour) => noon + hour * 3_600_000);
    await insertOn(database, hours);
    await sumByDaysOf(database, "Pacific/Kiritimati");
    expect(await dateNextOrders(database)).toBe(true);
    await insertOn(database, [noon]);
    await Promise.all([dateAll(database), dateAll(database)]);
    const days = await daysOf(database);
    expect(days).toHaveLength(601);
    for (const [placedAt, day] of days) expect(day).toBe(dayOf(placedAt, "Pacific/Kiritimati"));
    expect(await keptSums(database)).toEqual(await countedSums(database));
  });
});
