import type { Database } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { companyOf } from "../policy/company.ts";
import {
  mayInCompany,
  requireInOwnCompany,
  requireRight,
  requireSignedIn,
} from "../policy/rights.ts";
import { salesCells, sumOf } from "./sales-days.server.ts";

interface TotalsDependencies {
  readonly database: Database;
}

const moneyColumns = [
  sumOf("refunded_cents").as("refundedCents"),
  sumOf("net_cents").as("netCents"),
] as const;

/** Sum of the prices of all Paid orders. Throws "unauthenticated" and "forbidden". */
export async function salesTotalCents(
  { database }: TotalsDependencies,
  actor: Actor,
): Promise<number> {
  requireRight(actor, "see every order");
  const { cents } = await database.read
    .selectFrom(salesCells(database.read))
    .select(sumOf("cents").as("cents"))
    .where("payment_status", "=", "Paid")
    .executeTakeFirstOrThrow();
  return cents;
}

/**
 * Sum of the prices of a company's Paid orders. Another company requires the right to see every
 * order. Throws "unauthenticated", and "forbidden" also for a person who may not see the payments
 * of their company.
 */
export async function spentTotalCents(
  { database }: TotalsDependencies,
  actor: Actor,
  companyId = companyOf(requireSignedIn(actor)).id,
): Promise<number> {
  if (!mayInCompany(actor, "payments", { companyId })) requireRight(actor, "see every order");
  const { cents } = await ordersOfCompany(database, companyId)
    .select(sumOf("price_cents").as("cents"))
    .where("payment_status", "=", "Paid")
    .executeTakeFirstOrThrow();
  return cents;
}

/** Sums of ledger entries. The other totals are sums of order prices. */
export interface MoneyTotals {
  /** Refunds and reversals, less cancelled reversals. */
  readonly refundedCents: number;
  /** All money received, less all money returned. */
  readonly netCents: number;
}

/** Totals of all orders. Throws "unauthenticated" and "forbidden". */
export async function moneyTotals(
  { database }: TotalsDependencies,
  actor: Actor,
): Promise<MoneyTotals> {
  requireRight(actor, "see every order");
  return database.read
    .selectFrom(salesCells(database.read))
    .select(moneyColumns)
    .executeTakeFirstOrThrow();
}

/** Totals of the actor's company. Throws "unauthenticated" and "forbidden". */
export async function ownMoneyTotals(
  { database }: TotalsDependencies,
  actor: Actor,
): Promise<MoneyTotals> {
  const { id: companyId } = companyOf(requireInOwnCompany(actor, "payments"));
  return ordersOfCompany(database, companyId).select(moneyColumns).executeTakeFirstOrThrow();
}

function ordersOfCompany({ read }: Database, companyId: string) {
  return read
    .selectFrom("orders")
    .where("company_id", "=", companyId)
    .where("is_demonstration", "=", 0);
}
