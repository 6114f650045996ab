import { largestRealNumber } from "../orders/demonstration-numbers.server.ts";
import type { Queries } from "../platform/database/database.ts";
import { plansEverSold } from "./read-sales.ts";

/**
 * Names of the plans of all orders. Reads demonstration orders separately, because the sums leave
 * them out.
 */
export async function plansEverOrdered(queries: Queries): Promise<string[]> {
  const [sold, demonstrated] = await Promise.all([
    plansEverSold(queries),
    queries
      .selectFrom("orders")
      .select("package_name")
      .where("number", ">", largestRealNumber)
      .execute(),
  ]);
  const names = new Set([...sold, ...demonstrated.map((plan) => plan.package_name)]);
  return [...names].sort();
}
