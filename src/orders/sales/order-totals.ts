import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireOwnOr, requireRight, requireSignedIn } from "../../policy/rights.ts";

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
 * Sum of the prices of an account's Paid orders. Only an admin may read another account. Throws
 * "unauthenticated" and "forbidden".
 */
export async function spentTotalCents(
  { database }: TotalsDependencies,
  actor: Actor,
  accountId = requireSignedIn(actor).accountId,
): Promise<number> {
  requireOwnOr(actor, accountId, "see every order");
  const paid = await database.read
    .selectFrom("account_sums")
    .select("cents")
    .where("account_id", "=", accountId)
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

/** Totals of the signed-in account. Throws "unauthenticated". */
export async function ownMoneyTotals(
  { database }: TotalsDependencies,
  actor: Actor,
): Promise<MoneyTotals> {
  const { accountId } = requireSignedIn(actor);
  const cell = await database.read
    .selectFrom("account_money_sums")
    .select(moneyColumns)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return cell ?? noMoney;
}
