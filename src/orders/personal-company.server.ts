import { sql } from "kysely";
import type { Queries } from "../platform/database/database.ts";

/**
 * The company whose rooms belong in the download of a person. A person alone is a company of one
 * with the account's id. Empty for a person without the right to the company's orders.
 */
export function companyWithOrders(queries: Queries, accountId: string) {
  const joined = queries
    .selectFrom("company_people")
    .select("company_id")
    .where("account_id", "=", accountId);
  return joined
    .where("orders", "=", 1)
    .unionAll(
      queries
        .selectNoFrom(sql<string>`${accountId}`.as("company_id"))
        .where((where) => where.not(where.exists(joined))),
    );
}
