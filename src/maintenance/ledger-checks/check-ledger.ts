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
  /** Entries of the ledger. */
  readonly entries: number;
  /** The prices of Paid orders. */
  readonly salesCents: number;
  /** What went back, in whole or in part, and stayed there. */
  readonly refundedCents: number;
  /** What came in and was not given back. */
  readonly netCents: number;
  /** Each as a sentence. Empty when all that is kept agrees. */
  readonly differences: readonly string[];
}

/**
 * Compares everything that is kept about money: each order with its ledger, the kept sums with a
 * recount, each entry of the ledger with the message that moved the money and with what was handed
 * off. Call it with the queries of a snapshot: between two moments anything may differ.
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
