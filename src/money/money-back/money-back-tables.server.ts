import type { Selectable } from "kysely";
import type { Queries } from "#platform/database/database.ts";

/** A customer's request to get the money of an order back; at most one for each order. */
interface MoneyBackRequestsTable {
  order_id: string;
  /** Account of the person who asked. */
  account_id: string;
  reason: string;
  asked_at: number;
  /** The owner's reason; null while the request is not declined, like the two columns below. */
  declined_because: string | null;
  declined_by: string | null;
  declined_at: number | null;
}

export type MoneyBackRow = Selectable<MoneyBackRequestsTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    money_back_requests: MoneyBackRequestsTable;
  }
}

export function selectMoneyBack(
  queries: Queries,
  orderId: string,
): Promise<MoneyBackRow | undefined> {
  return queries
    .selectFrom("money_back_requests")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
