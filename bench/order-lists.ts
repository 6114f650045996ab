import { join } from "node:path";
import { openDatabase } from "#platform/database/database.ts";
import { systemClock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { salesTotalCents } from "#sales/order-totals.ts";
import { readSales } from "#sales/read-sales.ts";
import { startFurrow } from "../tests/support/servers/furrow-server.ts";
import { fillWithOrders } from "./fill-with-orders.ts";
import { compareLists, grownMeasure, type Lists } from "./list-times.ts";
import { type Measure, percentile } from "./measure.ts";

const few = 1_000;
const many = 100_000;
const rounds = 40;

const lists = (count: number): Lists => [
  ["first page", "/total-orders.data"],
  ["a page in the middle", `/total-orders.data?page=${Math.floor(count / 20)}`],
  ["filtered by states", "/total-orders.data?payment=UnPaid&status=Pending"],
  ["filtered by plan and days", "/total-orders.data?plan=Basic&from=2026-10-01&to=2026-10-31"],
  ["sorted by amount", "/total-orders.data?sort=amount-high"],
  ["Paid, sorted by name", "/total-orders.data?sort=name-a-z&payment=Paid"],
  ["search, a rare word", "/total-orders.data?q=rarebit400"],
  ["search, a word of every order", "/total-orders.data?q=example"],
  ["search, common words, Paid", "/total-orders.data?q=ada+farm&payment=Paid"],
  ["search, a number", `/total-orders.data?q=%23${Math.floor(count / 2)}`],
  ["dashboard with totals", "/admin.data"],
];

const title = `${many.toLocaleString("en-US")} orders beside ${few.toLocaleString("en-US")}`;

/**
 * Response times of the panel's order lists, and times of computing the totals alone, with
 * 100,000 orders, compared with 1,000 orders.
 */
export async function measureOrderLists(): Promise<Measure[]> {
  const [withFew, withMany] = [await startFurrow(), await startFurrow()];
  try {
    fillWithOrders(withFew.dataDirectory, few);
    fillWithOrders(withMany.dataDirectory, many);
    const sites = {
      few: { furrow: withFew, lists: lists(few) },
      many: { furrow: withMany, lists: lists(many) },
    };
    const fewTotals = new Map(await timeTotals(withFew.dataDirectory));
    const totals = (await timeTotals(withMany.dataDirectory)).map(([name, milliseconds]) =>
      grownMeasure(`${title}: ${name}, p95`, milliseconds, fewTotals.get(name) ?? Number.NaN),
    );
    return [...(await compareLists(title, sites)), ...totals];
  } finally {
    await withFew.stop();
    await withMany.stop();
  }
}

const owner: Actor = { kind: "admin", accountId: "bench", email: "bench@example.com" };

/**
 * Times computing the totals, without rendering a page. Runs in this process, on the database file
 * of the server.
 */
async function timeTotals(dataDirectory: string): Promise<(readonly [string, number])[]> {
  const database = openDatabase({ engine: "sqlite", file: join(dataDirectory, "furrow.db") });
  const totals = [
    ["total of all sales", () => salesTotalCents({ database }, owner)],
    [
      "sums of the dashboard",
      () => readSales({ database, clock: systemClock }, owner, { range: "all" }, "plan"),
    ],
  ] as const;
  const measured: (readonly [string, number])[] = [];
  try {
    for (const [name, read] of totals) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const startedAt = performance.now();
        await read();
        times.push(performance.now() - startedAt);
      }
      measured.push([name, percentile(times, 95)]);
    }
    return measured;
  } finally {
    await database.close();
  }
}
