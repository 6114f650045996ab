import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireSignedIn } from "../../policy/rights.ts";
import type { Order } from "../order.ts";
import { asOrder } from "../order-store.server.ts";

/**
 * The newest UnPaid order of a plan of the signed-in account, or undefined. Throws
 * "unauthenticated".
 */
export async function unpaidOrderOf(
  { database }: { readonly database: Database },
  actor: Actor,
  packageId: string,
): Promise<Order | undefined> {
  const { accountId } = requireSignedIn(actor);
  const row = await database.read
    .selectFrom("orders")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("payment_status", "=", "UnPaid")
    .where("package_id", "=", packageId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && asOrder(row);
}
