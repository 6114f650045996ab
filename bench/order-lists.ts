import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startFurrow } from "../tests/support/furrow-server.ts";
import { fillWithOrders } from "./fill-with-orders.ts";
import { type Measure, percentile95 } from "./measure.ts";

const sizes = [1_000, 1_000_000];
const rounds = 40;

/** What is asked for at each size, by its name in the table. */
const lists = (count: number): readonly (readonly [string, string])[] => [
  ["first page", ""],
  ["page in the middle", `page=${Math.floor(count / 20)}`],
  ["filtered", "payment=UnPaid&status=Pending"],
  ["filtered by days", "from=2026-03-01&to=2026-03-31"],
  ["sorted by amount", "sort=amount-high"],
  ["sorted by name", "sort=name-a-z&payment=Paid"],
  ["search, rare word", "q=rarebit"],
  ["search, common word", "q=example"],
  ["search, common words, filtered", "q=ada+example&payment=Paid"],
  ["search, number", `q=%23${Math.floor(count / 2)}`],
];

/**
 * The 95th percentile of the answers that the panel's table and its totals are made of, with few
 * orders and with many: whole requests, each after another one, so that none finds its own pages
 * of the database at hand by luck alone.
 */
export async function measureOrderLists(): Promise<Measure[]> {
  const perSize: Map<string, number>[] = [];
  for (const size of sizes) perSize.push(await measureAt(size));
  const [few, many] = perSize;
  return [...(few ?? [])].map(([name, milliseconds]) => ({
    name: `order lists: ${name}, 95th percentile at 1,000,000 beside 1,000`,
    furrow: many?.get(name) ?? Number.NaN,
    baseline: milliseconds,
    unit: "ms" as const,
  }));
}

async function measureAt(size: number): Promise<Map<string, number>> {
  const furrow = await startFurrow();
  try {
    fill(furrow.dataDirectory, size);
    const cookie = await cookieOfAdmin(furrow);
    const asked = lists(size).map(([name, query]) => ({
      name,
      url: `${furrow.url}/total-orders.data?${query}`,
    }));
    const times = new Map(asked.map(({ name }) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round++) {
      for (const { name, url } of asked) times.get(name)?.push(await timeOf(url, cookie));
    }
    return new Map([...times].map(([name, all]) => [name, percentile95(all)]));
  } finally {
    await furrow.stop();
  }
}
