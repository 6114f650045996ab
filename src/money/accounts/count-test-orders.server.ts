import { testProviders } from "#payments/stored-providers.ts";
import type { Queries } from "#platform/database/database.ts";

/** The orders that a payment which moved no money has paid. */
export async function countTestOrders(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom("payment_ledger")
    .where("kind", "=", "payment")
    .where("provider", "in", testProviders)
    .select((on) => on.fn.count<number>("order_id").distinct().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
