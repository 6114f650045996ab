import type { Database } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { requireSignedIn } from "../policy/rights.ts";

export interface UndeliveredOrders {
  /** Newest first, up to the requested number. */
  readonly numbers: readonly number[];
  readonly isMore: boolean;
}

/**
 * Numbers of the signed-in account's orders that are paid and not delivered. Throws
 * "unauthenticated".
 */
export async function undeliveredOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<UndeliveredOrders> {
  const { accountId } = requireSignedIn(actor);
  const rows = await database.read
    .selectFrom("orders")
    .select("number")
    .where("account_id", "=", accountId)
    .where("payment_status", "=", "Paid")
    .where("order_status", "=", "Pending")
    .orderBy("number", "desc")
    .limit(most + 1)
    .execute();
  const numbers = rows.slice(0, most).map(({ number }) => number);
  return { numbers, isMore: rows.length > most };
}
