import { sql } from "kysely";
import { insertOrder } from "#orders/order-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { adoptTimeZone } from "#sales/date-orders.server.ts";
import { salesCells } from "#sales/sales-days.server.ts";
import { orderForm } from "../orders/shop.ts";

/** The sums that totals and charts read, by day, plan and statuses. */
export async function keptSums({ read }: Database) {
  return read
    .selectFrom(salesCells(read))
    .selectAll()
    .orderBy("day")
    .orderBy("package_name")
    .orderBy("payment_status")
    .orderBy("order_status")
    .execute();
}

/** The values that `keptSums` must return, computed from the orders and the ledger. */
export async function countedSums({ read }: Database) {
  const { rows } = await sql`
    select coalesce(placed_day, '') as day, package_name, payment_status, order_status,
      count(*) as orders, cast(sum(price_cents) as bigint) as cents,
      cast(coalesce(sum(refunded), 0) as bigint) as refunded_cents,
      cast(coalesce(sum(net), 0) as bigint) as net_cents
    from orders left join (
      select order_id, sum(amount_cents) as net,
        sum(case when kind in ('payment', 'cancellation') then 0 else -amount_cents end) as refunded
      from payment_ledger group by order_id
    ) as ledgers on order_id = orders.id
    where is_demonstration = 0
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(read);
  return rows;
}

/** Sums orders by the days of a time zone from now on, as a change of the setting does. */
export async function sumByDaysOf(database: Database, timeZone: string): Promise<void> {
  await database.write((tx) => adoptTimeZone(tx, async () => timeZone));
}

export async function insertOn(database: Database, instants: readonly number[]): Promise<void> {
  await database.write(async (tx) => {
    for (const placedAt of instants) {
      await insertOrder(tx, {
        ...orderForm,
        id: newId(),
        accountId: "account-ada",
        companyId: "account-ada",
        companyName: "",
        customerEmail: "ada@example.com",
        customerWebsite: "",
        packageId: "plan",
        priceCents: 14_950,
        currency: "USD",
        paymentStatus: "Paid",
        orderStatus: "Pending",
        placedAt,
        paidAt: placedAt,
        workingDays: 0,
        includedRounds: 2,
        refundDays: 14,
        charged: "once",
        minimumCycles: 0,
        assigneeId: null,
        isDemonstration: false,
      });
    }
  });
}
