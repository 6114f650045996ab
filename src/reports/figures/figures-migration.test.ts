import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { migrations } from "#server/migrations.ts";
import { emptyAddress } from "../../../tests/support/databases/address-of.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { periodsOf, withFigures } from "./figure-record.server.ts";

describeStore("The migration for numbers from any file", (openTestDatabase) => {
  test("keeps the numbers from Search Console", async () => {
    const database = openDatabase(await emptyAddress(await openTestDatabase()));
    const db = database.libraryHandle;
    const earlier = Object.entries(migrations).filter(([name]) => name < "0239");
    await migrate(db, Object.fromEntries(earlier));
    await sql`insert into orders (id, number, account_id, company_id, customer_email, customer_name,
        customer_address, customer_country, customer_website, package_id, package_name,
        price_cents, currency, payment_status, order_status, placed_at, paid_at, placed_day)
      values ('order', 1, 'account-ada', 'account-ada', '', '', '', '', '', '', 'Basic', 14900, 'USD',
        'Paid', 'Pending', 0, 0, '2026-11-20')`.execute(db);
    await sql`insert into order_figures (id, order_id, file_name, first_day, last_day, clicks,
        impressions, position, query_clicks, author, created_at)
      values ('figures', 'order', 'export.zip', '2026-11-01', '2026-11-30', 1200, 25000, '11.5', 800,
        'own@example.com', 5)`.execute(db);
    await migrate(db, migrations);
    const [figures] = await withFigures(db, await periodsOf(db, "order"));
    const source = "Search Console, Nov 1 – 30, 2026, Pacific time";
    expect(figures).toMatchObject({
      id: "figures",
      fileName: "export.zip",
      lists: [],
      note: expect.stringContaining("800 of the 1,200 clicks"),
      numbers: [
        { label: "Clicks from Google Search", value: "1200", unit: "" },
        { label: "Shown in Google Search", value: "25000", unit: "times", source },
        { label: "Average position", value: "11.5", unit: "", source },
      ],
    });
    await database.close();
  });
});
