import { join } from "node:path";
import { salesTotalCents } from "../src/orders/order-totals.ts";
import { readSales } from "../src/orders/read-sales.ts";
import { systemClock } from "../src/platform/clock.ts";
import { openDatabase } from "../src/platform/database.ts";
import type { Actor } from "../src/policy/actor.ts";
import { type FurrowServer, startFurrow } from "../tests/support/furrow-server.ts";
import { fillWithOrders } from "./fill-with-orders.ts";
import { type Measure, percentile } from "./measure.ts";

const few = 1_000;
const many = 1_000_000;
const rounds = 40;

/** What is asked for, by its name: the panel's table, of which the totals are a part, and REST. */
const lists = (count: number): readonly (readonly [name: string, path: string])[] => [
  ["first page", "/total-orders.data"],
  ["a page in the middle", `/total-orders.data?page=${Math.floor(count / 20)}`],
  ["filtered by states", "/total-orders.data?payment=UnPaid&status=Pending"],
  ["filtered by plan and days", "/total-orders.data?plan=Basic&from=2026-10-01&to=2026-10-31"],
  ["sorted by amount", "/total-orders.data?sort=amount-high"],
  ["Paid, sorted by name", "/total-orders.data?sort=name-a-z&payment=Paid"],
  ["search, a rare word", "/total-orders.data?q=rarebit400"],
  ["search, a common word", "/total-orders.data?q=example"],
  ["search, common words, Paid", "/total-orders.data?q=ada+farm&payment=Paid"],
  ["search, a number", `/total-orders.data?q=%23${Math.floor(count / 2)}`],
  ["dashboard with totals", "/admin.data"],
];

/**
 * What 95 of 100 answers of the panel stay below with a million orders, beside the same with a
 * thousand. Whole requests in turn, so that none finds what the one before it has just read.
 */
export async function measureOrderLists(): Promise<Measure[]> {
  const withFew = await measureAt(few);
  const withMany = await measureAt(many);
  return [...withMany].map(([name, milliseconds]) => ({
    name: `${many.toLocaleString("en-US")} orders beside ${few.toLocaleString("en-US")}: ${name}, p95`,
    furrow: milliseconds,
    baseline: withFew.get(name) ?? Number.NaN,
    unit: "ms",
  }));
}

async function measureAt(count: number): Promise<Map<string, number>> {
  const furrow = await startFurrow();
  try {
    fillWithOrders(furrow.dataDirectory, count);
    const cookie = await cookieOfAdmin(furrow);
    const asked = lists(count).map(([name, path]) => ({
      name,
      url: furrow.url + path,
      times: [] as number[],
    }));
    for (let round = -2; round < rounds; round++) {
      for (const { url, times } of asked) {
        const milliseconds = await timeOf(url, cookie);
        // The first rounds are for the program to get warm.
        if (round >= 0) times.push(milliseconds);
      }
    }
    return new Map([
      ...asked.map(({ name, times }) => [name, percentile(times, 95)] as const),
      ...(await timeTotals(furrow.dataDirectory)),
    ]);
  } finally {
    await furrow.stop();
  }
}

const owner: Actor = { kind: "admin", accountId: "bench", email: "bench@example.com" };

/** The totals alone, without a page around them, read from the same file by this process. */
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

async function timeOf(url: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} is answered ${answer.status}.`);
  return performance.now() - startedAt;
}

async function cookieOfAdmin({ url, adminEmail, adminPassword }: FurrowServer): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email: adminEmail, password: adminPassword }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (cookies.length === 0) throw new Error(`Signing in answers ${answer.status}, no session.`);
  return cookies.join("; ");
}
