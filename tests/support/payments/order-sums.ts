import { sql } from "kysely";
import { insertOrder } from "#orders/order-store.server.ts";
import { adoptTimeZone } from "#orders/sales/date-orders.server.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { orderForm } from "../orders/shop.ts";

/** The sums in `order_sums` and `company_sums`, without rows of zeros. */
export async function keptSums({ read }: Database) {
  const { rows } = await sql`select grain, period, package_name, payment_status, order_status,
      orders, cents from order_sums where orders <> 0 or cents <> 0 order by 1, 2, 3, 4, 5`.execute(
    read,
  );
  const ofCompanies = await sql`select company_id, payment_status, orders, cents
    from company_sums where orders <> 0 or cents <> 0 order by 1, 2`.execute(read);
  return { ofShop: rows, ofCompanies: ofCompanies.rows };
}

/** The values that `keptSums` must return, computed from the orders. */
export async function countedSums({ read }: Database) {
  const { rows } = await sql`
    select grain, period, package_name, payment_status, order_status,
      count(*) as orders, cast(sum(price_cents) as bigint) as cents
    from (
      select 'ever' as grain, '' as period, orders.* from orders
      union all select 'month', substr(placed_day, 1, 7), orders.* from orders
      union all select 'day', placed_day, orders.* from orders
    ) as stretches where period is not null
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(read);
  const ofCompanies = await sql`select company_id, payment_status, count(*) as orders,
      cast(sum(price_cents) as bigint) as cents
    from orders group by 1, 2 order by 1, 2`.execute(read);
  return { ofShop: rows, ofCompanies: ofCompanies.rows };
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
        assigneeId: null,
        isDemonstration: false,
      });
    }
  });
}
