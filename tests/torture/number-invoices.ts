import { randomInt } from "node:crypto";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import {
  type Database,
  type DatabaseAddress,
  inSnapshot,
  openDatabase,
} from "#platform/database/database.ts";
import { setInvoicing } from "../support/invoices/invoicing.ts";
import { postFor } from "../support/mail/post.ts";
import { randomOrders, storeOrders } from "../support/orders/many-orders.ts";
import { publicUrl } from "./payments-over.ts";
import { startNumberProcess } from "./shop-process.ts";

export interface NumberSettings {
  readonly address: DatabaseAddress;
  /** How far the clock of the process is ahead. */
  readonly daysAhead: number;
  /** After this number of payments, the clock of the process is a day later. */
  readonly turnAfter: number;
  /** Sequence of the orders, so that two processes meet in the middle. */
  readonly direction: "asc" | "desc";
}

export interface NumberedInvoices {
  /** Payments that a process has reported before it ended or was killed. */
  readonly acknowledged: number;
  /** Processes that were killed while they entered payments. */
  readonly interrupted: number;
  /** How many documents each series has, such as "2026: 4,871". */
  readonly series: string;
  readonly faults: readonly string[];
}

const newYear = Date.UTC(2027, 0, 1);
const dayMs = 24 * 60 * 60 * 1000;

interface Numbering {
  readonly payments: number;
  readonly kills: number;
  readonly isPerYear: boolean;
}

/**
 * Pays orders by two processes, which are killed and started again. At about half of the payments,
 * each process sees the year turn, a little before or after the other one.
 */
export async function numberInvoices(
  address: DatabaseAddress,
  { payments, kills, isPerYear }: Numbering,
): Promise<NumberedInvoices> {
  const database = openDatabase(address);
  try {
    const daysAhead = Math.floor((newYear - Date.now()) / dayMs);
    const clock = () => Date.now() + daysAhead * dayMs;
    const orders = randomOrders(payments, 1).map((order) => ({
      ...order,
      paymentStatus: "UnPaid" as const,
      orderStatus: "Pending" as const,
      paidAt: null,
    }));
    await storeOrders(database, orders);
    await setInvoicing({ database, post: postFor({ publicUrl, clock }), clock }, { isPerYear });
    const acknowledged = new Set<string>();
    const perLife = Math.max(1, Math.floor(payments / (kills + 2)));
    let left = kills;
    let interrupted = 0;
    const live = async (direction: NumberSettings["direction"]) => {
      while (acknowledged.size < payments) {
        const turnAfter = Math.max(0, payments / 2 - acknowledged.size);
        const child = startNumberProcess({ address, daysAhead, turnAfter, direction });
        const most = left > 0 ? randomInt(1, 2 * perLife) : payments;
        left -= 1;
        let seen = 0;
        for await (const line of child.lines) {
          acknowledged.add(line);
          seen += 1;
          if (seen === most) child.kill();
        }
        if ((await child.ended) !== null) return;
        interrupted += 1;
      }
    };
    await Promise.all([live("asc"), live("desc")]);
    const { series, faults } = await faultsOf(database, payments, [...acknowledged]);
    return { acknowledged: acknowledged.size, interrupted, series, faults };
  } finally {
    await database.close();
  }
}

async function faultsOf(database: Database, payments: number, acknowledged: readonly string[]) {
  const rows = await database.read
    .selectFrom("invoices")
    .select(["series_year", "sequence", "number", "order_id", "issued_on"])
    .orderBy("series_year")
    .orderBy("sequence")
    .execute();
  const series = [...Map.groupBy(rows, ({ series_year }) => series_year)];
  const faults = [...(await inSnapshot(database, checkLedger)).differences];
  for (const [year, own] of series) {
    const wrong = own.findIndex(({ sequence }, index) => sequence !== index + 1);
    if (wrong >= 0) faults.push(`After ${wrong} of ${year} comes ${own[wrong]?.sequence}.`);
    const days = own.map(({ issued_on }) => issued_on);
    if (days.join() !== days.toSorted().join()) faults.push(`Days of ${year} go back.`);
  }
  if (rows.length !== payments) faults.push(`${payments} payments have ${rows.length} documents.`);
  if (new Set(rows.map(({ number }) => number)).size !== rows.length) {
    faults.push("A number was given twice.");
  }
  const invoiced = new Set(rows.map(({ order_id }) => order_id));
  const lost = acknowledged.filter((id) => !invoiced.has(id));
  if (lost.length > 0) faults.push(`${lost.length} acknowledged payments have no document.`);
  const days = new Set(rows.map(({ issued_on }) => issued_on));
  if (days.size < 2) faults.push("The year did not turn.");
  const counts = series.map(([year, own]) => `${year}: ${own.length}`).join(", ");
  return { series: counts, faults };
}
