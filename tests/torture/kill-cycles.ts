import { setTimeout as sleep } from "node:timers/promises";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import {
  type Database,
  type DatabaseAddress,
  inSnapshot,
  openDatabase,
} from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";
import { noticeDay, periodFrom } from "#subscriptions/model/cycle-dates.ts";
import { ada, openShop } from "../support/orders/shop.ts";
import { monthlyForm } from "../support/subscriptions/subscription-shop.ts";
import { startCycleProcess } from "./shop-process.ts";

export interface KilledCycles {
  /** Number of cycles that were made and paid. */
  readonly acknowledged: number;
  /** Number of months in which the process was killed before it had done everything. */
  readonly interrupted: number;
  /** Messages about doubled, missing and unpaid cycles, and about the ledger. */
  readonly faults: readonly string[];
}

/** Each month has one kill, so 500 kills simulate 100,000 cycles. */
const subscriptions = 200;
const firstDay = "2027-01-31";
const rhythm = { charged: "monthly", anchorDay: 31 } as const;
const longestMs = 1500;

/**
 * Kills the process that makes and pays the orders of subscriptions at a random moment of each
 * month, and then lets another process go on. Checks that each period has one paid order.
 */
export async function killCycles(address: DatabaseAddress, kills: number): Promise<KilledCycles> {
  const database = openDatabase(address);
  try {
    const shop = await openShop(database);
    shop.time.now = startOfDay(firstDay, "UTC");
    for (let nth = 0; nth < subscriptions; nth += 1) {
      await placeOrder(shop, ada, { ...monthlyForm, subscribeAgain: "yes" });
    }
    let interrupted = 0;
    let [now, start] = [shop.time.now, firstDay];
    for (let kill = 0; kill < kills; kill += 1) {
      if (!(await liveAndKill(address, now))) interrupted += 1;
      await live(address, now);
      start = periodFrom(start, rhythm).end;
      now = startOfDay(addDays(noticeDay(start), 1), "UTC");
    }
    const faults = await faultsIn(database, kills);
    return { acknowledged: subscriptions * kills, interrupted, faults };
  } finally {
    await database.close();
  }
}

/** Returns whether the process was done before it was killed. */
async function liveAndKill(address: DatabaseAddress, now: number): Promise<boolean> {
  const process = await startCycleProcess(address);
  const done = fetch(`${process.url}/month?now=${now}`).then(
    ({ status }) => status === 200,
    () => false,
  );
  await Promise.race([done, sleep(Math.random() * longestMs)]);
  await process.kill();
  return done;
}

async function live(address: DatabaseAddress, now: number): Promise<void> {
  const process = await startCycleProcess(address);
  // The job that the killed process held is free again after its lease.
  const later = now + 60_000;
  const answer = await fetch(`${process.url}/month?now=${later}`);
  const said = await answer.text();
  await process.kill();
  if (answer.status !== 200) throw new Error(said);
}

async function faultsIn(database: Database, months: number): Promise<readonly string[]> {
  const expected: string[] = [];
  for (let period = periodFrom(firstDay, rhythm); expected.length < months; ) {
    expected.push(period.start);
    period = periodFrom(period.end, rhythm);
  }
  const rows = await database.read
    .selectFrom("subscription_cycles as cycle")
    .innerJoin("orders", "orders.id", "cycle.order_id")
    .select(["cycle.subscription_id as id", "cycle.period_start as start"])
    .select("orders.payment_status as status")
    .orderBy("cycle.period_start")
    .execute();
  const bySubscription = Map.groupBy(rows, ({ id }) => id);
  const faults = [...bySubscription].flatMap(([id, cycles]) => {
    const starts = cycles.map(({ start }) => start);
    return [
      ...expected.filter((day) => !starts.includes(day)).map((day) => `${id} lacks ${day}.`),
      ...starts.filter((day) => !expected.includes(day)).map((day) => `${id} has ${day}.`),
      ...cycles.filter(({ status }) => status !== "Paid").map(({ start }) => `${start} is unpaid.`),
    ];
  });
  if (bySubscription.size !== subscriptions) faults.push(`${bySubscription.size} subscriptions.`);
  const orders = await database.read.selectFrom("orders").select("id").execute();
  if (orders.length !== rows.length) faults.push(`${orders.length} orders, ${rows.length} cycles.`);
  const { differences } = await inSnapshot(database, checkLedger);
  return [...faults, ...differences];
}
