import type { Queries } from "../platform/database/database.ts";

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
