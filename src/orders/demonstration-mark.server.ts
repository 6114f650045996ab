import { type RawBuilder, sql } from "kysely";

/** True for a row of a demonstration order, in the triggers of an append-only table. */
export function isOfDemonstration(orderId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select 1 from orders where id = ${orderId} and is_demonstration = 1)`;
}
