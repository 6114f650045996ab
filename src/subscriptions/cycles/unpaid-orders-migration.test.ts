import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { migrations } from "#server/migrations.ts";
import { emptyAddress } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";

describeOnEachDatabase("A first order from before orders lapsed", (openTest) => {
  test("lapses, too", async () => {
    const database = openDatabase(await emptyAddress(await openTest()));
    const db = database.libraryHandle;
    const earlier = Object.entries(migrations).filter(([name]) => name < "0459");
    await migrate(db, Object.fromEntries(earlier));
    await sql`insert into subscriptions (id, number, company_id, account_id, currency, anchor_day,
      created_at, started_at, ended_at, package_id, package_name, price_cents, charged,
      minimum_cycles, working_days, included_rounds, refund_days, points)
    values ('awaited', 1, '', '', '', 1, 7, null, null, '', '', 1, 'monthly', 0, 0, 0, 0, '[]'),
      ('paid', 2, '', '', '', 1, 7, 8, null, '', '', 1, 'monthly', 0, 0, 0, 0, '[]'),
      ('ended', 3, '', '', '', 1, 7, null, 8, '', '', 1, 'monthly', 0, 0, 0, 0, '[]')`.execute(db);
    await migrate(db, migrations);
    const jobs = await database.read.selectFrom("scheduled_jobs").selectAll().execute();
    expect(jobs.filter(({ kind }) => kind === "subscription")).toMatchObject([
      { subject: "awaited", due_at: 7 },
    ]);
    await database.close();
  });
});
