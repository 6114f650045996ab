import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import {
  mayInCompany,
  requireInOwnCompany,
  requireRight,
  requireSignedIn,
} from "#policy/rights.ts";

interface TotalsDependencies {
  readonly database: Database;
}

const moneyColumns = ["refunded_cents as refundedCents", "net_cents as netCents"] as const;
const noMoney: MoneyTotals = { refundedCents: 0, netCents: 0 };

/** Sum of the prices of all Paid orders. Throws "unauthenticated" and "forbidden". */
export async function salesTotalCents(
  { database }: TotalsDependencies,
  actor: Actor,
): Promise<number> {
  requireRight(actor, "see every order");
  const cells = await database.read
    .selectFrom("order_sums")
    .select("cents")
    .where("grain", "=", "ever")
    .where("payment_status", "=", "Paid")
    .execute();
  return cells.reduce((total, { cents }) => total + cents, 0);
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
  const paid = await database.read
    .selectFrom("company_sums")
    .select("cents")
    .where("company_id", "=", companyId)
    .where("payment_status", "=", "Paid")
    .executeTakeFirst();
  return paid?.cents ?? 0;
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
  const cell = await database.read
    .selectFrom("money_sums")
    .select(moneyColumns)
    .where("grain", "=", "ever")
    .executeTakeFirst();
  return cell ?? noMoney;
}

/** Totals of the actor's company. Throws "unauthenticated" and "forbidden". */
export async function ownMoneyTotals(
  { database }: TotalsDependencies,
  actor: Actor,
): Promise<MoneyTotals> {
  const { id: companyId } = companyOf(requireInOwnCompany(actor, "payments"));
  const cell = await database.read
    .selectFrom("company_money_sums")
    .select(moneyColumns)
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return cell ?? noMoney;
}
