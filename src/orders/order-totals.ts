import { sql } from "kysely";
import type { Database, Queries } from "../platform/database.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight, requireSignedIn } from "../policy/rights.ts";

interface TotalsDependencies {
  readonly database: Database;
}

/** What all Paid orders come to. Throws "unauthenticated" and "forbidden". */
export async function salesTotalCents(
  { database }: TotalsDependencies,
  actor: Actor,
): Promise<number> {
  requireRight(actor, "see every order");
  return sumOf(paidOrders(database.read));
}

/** What the Paid orders of the account that asks come to. Throws "unauthenticated". */
export async function spentTotalCents(
  { database }: TotalsDependencies,
  actor: Actor,
): Promise<number> {
  const { accountId } = requireSignedIn(actor);
  return sumOf(paidOrders(database.read).where("account_id", "=", accountId));
}

function paidOrders(queries: Queries) {
  // Said in the statement, not as a parameter, so that the index of Paid orders answers it.
  return queries.selectFrom("orders").where("payment_status", "=", sql.lit("Paid" as const));
}

async function sumOf(orders: ReturnType<typeof paidOrders>): Promise<number> {
  const { total } = await orders
    .select(sql<number>`cast(coalesce(sum(price_cents), 0) as bigint)`.as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
