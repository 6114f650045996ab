import type { Queries } from "../platform/database/database.ts";

/** Names that people have saved in their accounts, by account; "" for a person without a name. */
export async function savedNames(
  queries: Queries,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("account_profiles")
    .select(["account_id", "customer_name"])
    .where("account_id", "in", accountIds)
    .execute();
  return new Map(rows.map(({ account_id, customer_name }) => [account_id, customer_name ?? ""]));
}
