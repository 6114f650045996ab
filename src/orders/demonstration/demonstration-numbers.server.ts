import type { Queries } from "#platform/database/database.ts";
import { plansEverSold } from "../sales/read-sales.ts";

/**
 * Demonstration orders have the numbers after this one, so that the numbers of real orders have no
 * gap once the demonstration orders are removed.
 */
export const largestRealNumber = 9_000_000;

export async function countDemonstrationOrders(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("number", ">", largestRealNumber)
    .executeTakeFirstOrThrow();
  return count;
}

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
