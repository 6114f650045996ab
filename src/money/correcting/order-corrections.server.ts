import type { Selectable } from "kysely";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { customerDetailNames, type DetailName } from "#platform/texts/customer-details.ts";

/** Corrections of the details of an unpaid order. Holds no details, only which ones were changed. */
interface OrderCorrectionsTable {
  order_id: string;
  /** Counts from 1 in each order. */
  number: number;
  account_id: string;
  /** Names of the changed details, separated by spaces. */
  fields: string;
  at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_corrections: OrderCorrectionsTable;
  }
}

export interface OrderCorrection {
  readonly number: number;
  readonly accountId: string;
  readonly fields: readonly DetailName[];
  readonly at: number;
}

/** Oldest first. Checks no rights. */
export async function correctionsOf(
  queries: Queries,
  orderId: string,
): Promise<readonly OrderCorrection[]> {
  const rows = await queries
    .selectFrom("order_corrections")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("number")
    .execute();
  return rows.map(asCorrection);
}

function asCorrection(row: Selectable<OrderCorrectionsTable>): OrderCorrection {
  const changed = row.fields.split(" ");
  return {
    number: row.number,
    accountId: row.account_id,
    fields: customerDetailNames.filter((name) => changed.includes(name)),
    at: row.at,
  };
}

export async function storeCorrection(
  tx: WriteTransaction,
  orderId: string,
  { number, accountId, fields, at }: OrderCorrection,
): Promise<void> {
  await tx
    .insertInto("order_corrections")
    .values({ order_id: orderId, number, account_id: accountId, fields: fields.join(" "), at })
    .execute();
}
