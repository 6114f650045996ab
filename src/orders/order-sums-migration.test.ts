import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyAddress } from "../../tests/support/address-of.ts";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import { countedSums, keptSums } from "../../tests/support/order-sums.ts";
import { owner } from "../../tests/support/shop.ts";
import { migrations } from "../migrations.ts";
import { openDatabase } from "../platform/database.ts";
import { migrate } from "../platform/migrations.ts";
import { adoptTimeZone, dateNextOrders } from "./date-orders.server.ts";
import { orderSumsMigrations } from "./order-sums.server.ts";
import { salesTotalCents } from "./order-totals.ts";

describeOnEachDatabase("An installation from before sums were kept", (openTestDatabase) => {
  test("has the totals of its orders at once, and their days soon after", async () => {
    const database = openDatabase(await emptyAddress(await openTestDatabase()));
    const earlier = Object.entries(migrations).filter(([name]) => !(name in orderSumsMigrations));
    await migrate(database.libraryHandle, Object.fromEntries(earlier));
    for (const [number, status] of ["Paid", "Paid", "UnPaid"].entries()) {
      await sql`insert into orders (id, number, account_id, customer_email, customer_name,
          customer_address, customer_country, customer_website, package_id, package_name,
          price_cents, currency, payment_status, order_status, placed_at, paid_at)
        values (${String(number)}, ${number + 1}, 'account-ada', '', '', '', '', '', '', 'Basic',
          14900, 'USD', ${status}, 'Pending', 0, 0)`.execute(database.libraryHandle);
    }
    await sql`update order_counter set last_number = 3`.execute(database.libraryHandle);

    await migrate(database.libraryHandle, migrations);
    expect(await salesTotalCents({ database }, owner)).toBe(29_800);
    expect(await keptSums(database)).toEqual(await countedSums(database));
    await adoptTimeZone(database, "America/New_York");
    await dateNextOrders(database);
    const sums = await keptSums(database);
    expect(sums).toEqual(await countedSums(database));
    expect(sums.ofShop).toContainEqual(
      expect.objectContaining({ period: "1969-12-31", payment_status: "Paid", cents: 29_800 }),
    );
    await database.close();
  });
});
