import type { Database } from "../platform/database.ts";
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
  const cells = await database.read
    .selectFrom("order_sums")
    .select("cents")
    .where("grain", "=", "ever")
    .where("payment_status", "=", "Paid")
    .execute();
  return cells.reduce((total, { cents }) => total + cents, 0);
}

/** What the Paid orders of the account that asks come to. Throws "unauthenticated". */
export async function spentTotalCents(
  { database }: TotalsDependencies,
  actor: Actor,
): Promise<number> {
  const { accountId } = requireSignedIn(actor);
  const paid = await database.read
    .selectFrom("account_sums")
    .select("cents")
    .where("account_id", "=", accountId)
    .where("payment_status", "=", "Paid")
    .executeTakeFirst();
  return paid?.cents ?? 0;
}
