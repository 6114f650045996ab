import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyAddress } from "../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { ada, owner } from "../../tests/support/orders/shop.ts";
import { countedSums, keptSums, sumByDaysOf } from "../../tests/support/payments/order-sums.ts";
import { openDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrations.ts";
import { migrations } from "../server/migrations.ts";
import { dateNextOrders } from "./date-orders.server.ts";
import { moneyTotals, ownMoneyTotals, salesTotalCents } from "./order-totals.ts";
import { sumNextDay } from "./sales-days.server.ts";

describeOnEachDatabase("A database without order sums", (openTestDatabase) => {
  test("has totals immediately after the migration, and daily sums when every order has its day", async () => {
    const database = openDatabase(await emptyAddress(await openTestDatabase()));
    const earlier = Object.entries(migrations).filter(([name]) => name < "0115");
    await migrate(database.libraryHandle, Object.fromEntries(earlier));
    for (const [number, status] of ["Paid", "Paid", "UnPaid"].entries()) {
      await sql`insert into orders (id, number, account_id, customer_email, customer_name,
          customer_address, customer_country, customer_website, package_id, package_name,
          price_cents, currency, payment_status, order_status, placed_at, paid_at)
        values (${String(number)}, ${number + 1}, 'account-ada', '', '', '', '', '', '', 'Basic',
          14900, 'USD', ${status}, 'Pending', 0, 0)`.execute(database.libraryHandle);
    }
    await sql`update order_counter set last_number = 3`.execute(database.libraryHandle);
    for (const [kind, cents] of [
      ["payment", 14_900],
      ["refund", -4_900],
      ["reversal", -10_000],
      ["reversal-cancelled", 10_000],
    ] as const) {
      await sql`insert into payment_ledger (id, order_id, kind, amount_cents, currency, provider,
          transaction_id, author, at)
        values (${kind}, '0', ${kind}, ${cents}, 'USD', 'test', ${kind}, 'test', 0)`.execute(
        database.libraryHandle,
      );
    }

    await migrate(database.libraryHandle, migrations);
    expect(await salesTotalCents({ database }, owner)).toBe(29_800);
    const money = { refundedCents: 4_900, netCents: 10_000 };
    expect(await moneyTotals({ database }, owner)).toEqual(money);
    expect(await ownMoneyTotals({ database }, ada)).toEqual(money);
    expect(await keptSums(database)).toEqual(await countedSums(database));
    await sumByDaysOf(database, "America/New_York");
    await dateNextOrders(database);
    while (await sumNextDay({ database, clock: Date.now }));
    const sums = await keptSums(database);
    expect(sums).toEqual(await countedSums(database));
    expect(sums).toContainEqual(
      expect.objectContaining({ day: "1969-12-31", payment_status: "Paid", cents: 29_800 }),
    );
    await database.close();
  });
});
