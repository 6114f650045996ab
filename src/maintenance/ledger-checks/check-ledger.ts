import type { Queries } from "../../platform/database/database.ts";
import {
  checkAccountMoney,
  checkAccountSums,
  checkOrderSums,
  checkOrders,
} from "./check-orders.server.ts";
import {
  checkAttempts,
  checkEntries,
  checkNotifications,
  checkTwins,
} from "./check-payments.server.ts";

export interface LedgerReport {
  readonly orders: number;
  /** Number of ledger entries. */
  readonly entries: number;
  /** Sum of the prices of Paid orders. */
  readonly salesCents: number;
  /** Money refunded or reversed. */
  readonly refundedCents: number;
  /** Money received minus money given back. */
  readonly netCents: number;
  /** Differences, as sentences; empty for a correct ledger. */
  readonly differences: readonly string[];
}

/**
 * Checks all stored facts about money: each order against its ledger, sums against a recount, each
 * ledger entry against its notification and attempt. Call it with the queries of a snapshot,
 * because two moments may differ.
 */
export async function checkLedger(queries: Queries): Promise<LedgerReport> {
  const differences: string[] = [];
  const note = (difference: string) => {
    differences.push(difference);
  };
  const { orders, salesCents, cells, money } = await checkOrders(queries, note);
  await checkOrderSums(queries, cells, note);
  await checkAccountSums(queries, note);
  await money.check(queries, note);
  await checkAccountMoney(queries, note);
  const providers = await checkAttempts(queries, note);
  const { entries, refundedCents, netCents } = await checkEntries(queries, providers, note);
  await checkTwins(queries, note);
  await checkNotifications(queries, note);
  return { orders, entries, salesCents, refundedCents, netCents, differences };
}
