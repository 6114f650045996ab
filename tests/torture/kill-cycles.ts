import { setTimeout as sleep } from "node:timers/promises";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { type Database, type DatabaseAddress, inSnapshot } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";
import { noticeDay, type Period, periodFrom } from "#subscriptions/model/cycle-dates.ts";
import { ada } from "../support/orders/shop.ts";
import { monthlyForm } from "../support/subscriptions/subscription-shop.ts";
import { type MonthSettings, openAt, openRenewedShop, rhythm } from "./renewed-shop.ts";
import { startMonthProcess } from "./shop-process.ts";

export interface KilledCycles {
  /** Number of cycles that were made and paid. */
  readonly acknowledged: number;
  /** Number of kills while something was being done. */
  readonly interrupted: number;
  /** Pieces of work that were begun and not done at the kills. */
  readonly halfDone: number;
  /** Messages that were acknowledged and not applied at the kills. */
  readonly unapplied: number;
  /** Messages about doubled, missing and unpaid cycles, emails and the ledger. */
  readonly faults: readonly string[];
}

/** So 500 kills simulate 100,000 cycles. */
const cyclesOfKill = 200;
/** Few months with many subscriptions, because each change reads all months of its subscription. */
const mostKillsOfMonth = 10;
const leastMonths = 3;
const firstDay = "2027-01-31";
/** Pieces of work of a cycle: its message and what follows, or its job and the payment by hand. */
const piecesOfCycle = 2;

/**
 * Kills the process that makes and pays the orders of subscriptions, at random moments of each
 * month, and then lets another process go on. A provider charges every second subscription. Checks
 * that each period has one paid order.
 */
export async function killCycles(address: DatabaseAddress, kills: number): Promise<KilledCycles> {
  const killsOfMonth = Math.max(1, Math.min(mostKillsOfMonth, Math.floor(kills / leastMonths)));
  const months = Math.ceil(kills / killsOfMonth);
  const subscriptions = cyclesOfKill * killsOfMonth;
  const database = openAt(address);
  try {
    await subscribe(database, subscriptions);
    const sums = { interrupted: 0, halfDone: 0, unapplied: 0 };
    let period = periodFrom(firstDay, rhythm);
    for (let month = 0; month < months; month += 1) {
      const acknowledged = new Set<string>();
      const noticed = startOfDay(addDays(noticeDay(period.start), 1), "UTC");
      const first = month === 0 ? startOfDay(firstDay, "UTC") : noticed;
      // What a killed process held is free again after its lease.
      const settingsOf = (nth: number): MonthSettings => ({
        address,
        now: first + nth * 120_000,
        period,
        acknowledged: [...acknowledged],
      });
      // The orders of the first month are made already.
      const pieces = subscriptions * (month === 0 ? piecesOfCycle - 0.5 : piecesOfCycle);
      let sum = 0;
      for (const [nth, moment] of momentsIn(pieces, killsOfMonth).entries()) {
        const life = await lifeOf(settingsOf(nth), acknowledged, Math.max(1, moment - sum));
        sum += life.done;
        if (life.halfDone > 0) sums.interrupted += 1;
        sums.halfDone += life.halfDone;
        sums.unapplied += await countUnapplied(database);
      }
      await lifeOf(settingsOf(killsOfMonth), acknowledged, null);
      period = periodFrom(period.end, rhythm);
    }
    const faults = await faultsIn(database, { subscriptions, months });
    return { acknowledged: subscriptions * months, ...sums, faults };
  } finally {
    await database.close();
  }
}

async function subscribe(database: Database, count: number): Promise<void> {
  const shop = await openRenewedShop(database, false);
  shop.time.now = startOfDay(firstDay, "UTC");
  for (let nth = 0; nth < count; nth += 1) {
    const order = await placeOrder(shop, ada, { ...monthlyForm, subscribeAgain: "yes" });
    if (nth % 2 === 0) await startPayment(shop, ada, order.id);
  }
}

/** Random moments of a month, as numbers of pieces of its work that are done by then. */
function momentsIn(pieces: number, count: number): readonly number[] {
  const moments = Array.from({ length: count }, () => Math.floor(Math.random() * pieces));
  return moments.sort((one, other) => one - other);
}

interface Life {
  readonly done: number;
  /** Pieces of work that were begun and not done at the kill. */
  readonly halfDone: number;
}

/** Runs a process, and kills it after some pieces of work; `null` lets it finish. */
async function lifeOf(
  settings: MonthSettings,
  acknowledged: Set<string>,
  pieces: number | null,
): Promise<Life> {
  const process = startMonthProcess(settings);
  let [begun, done] = [0, 0];
  let isKilled = false;
  for await (const line of process.lines) {
    if (line === "+") begun += 1;
    else if (line === "-") done += 1;
    else acknowledged.add(line.slice(1));
    if (isKilled || pieces === null || done < pieces) continue;
    isKilled = true;
    // At any moment of a write, and not only right after another one.
    sleep(Math.random() * 8).then(() => process.kill());
  }
  const hasFailed = (await process.ended) !== 0;
  if (hasFailed && !isKilled) throw new Error("The process of a month failed.");
  return { done, halfDone: hasFailed ? begun - done : 0 };
}

async function countUnapplied(database: Database): Promise<number> {
  const { waiting } = await database.read
    .selectFrom("payment_notifications")
    .select((select) => select.fn.countAll<number>().as("waiting"))
    .where("due_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

interface Expected {
  readonly subscriptions: number;
  readonly months: number;
}

async function faultsIn(
  database: Database,
  { subscriptions, months }: Expected,
): Promise<readonly string[]> {
  const expected: string[] = [];
  for (let period: Period = periodFrom(firstDay, rhythm); expected.length < months; ) {
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
  if (rows.length !== subscriptions * months) faults.push(`${rows.length} cycles.`);
  const orders = await database.read.selectFrom("orders").select("id").execute();
  if (orders.length !== rows.length) faults.push(`${orders.length} orders, ${rows.length} cycles.`);
  const doubled = await database.read
    .selectFrom("mail_outbox")
    .select(["letter", "about"])
    .where("letter", "is not", null)
    .where("about", "is not", null)
    .groupBy(["letter", "about", "recipient"])
    .having(({ fn }) => fn.countAll(), ">", 1)
    .execute();
  faults.push(...doubled.map(({ letter, about }) => `${about} has the email ${letter} twice.`));
  const { differences } = await inSnapshot(database, checkLedger);
  return [...faults, ...differences];
}
