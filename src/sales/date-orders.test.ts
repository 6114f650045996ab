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
  test("are days of the site's time zone, also when the clocks change", async () => {
    const database = await openDatabase();
    await sumByDaysOf(database, "Europe/Oslo");
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

  test("are computed at the next start for orders that have no date", async () => {
    const database = await openDatabase();
    await insertOn(database, [0, 1]);
    await database.write((tx) => tx.updateTable("orders").set({ placed_day: null }).execute());
    expect(await dateNextOrders(database)).toBe(false);
    await sumByDaysOf(database, "UTC");
    await dateAll(database);
    expect((await daysOf(database)).map(([, day]) => day)).toEqual(["1970-01-01", "1970-01-01"]);
    expect(await keptSums(database)).toEqual(await countedSums(database));
  });
});
