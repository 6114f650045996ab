import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import {
  moneyTotals,
  ownMoneyTotals,
  salesTotalCents,
  spentTotalCents,
} from "#sales/order-totals.ts";
import { migrations } from "#server/migrations.ts";
import { emptyAddress } from "../../../tests/support/databases/address-of.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { countedSums, keptSums } from "../../../tests/support/payments/order-sums.ts";
import { findOrder } from "../find-order.ts";
import { listOrders, pageOfOrders } from "../list-orders.ts";

interface Sums {
  readonly account: string;
  readonly status: string;
  readonly orders: number;
  readonly cents: number;
}

describeStore("A database without companies", (openTestDatabase) => {
  test("keeps every sum, list and right when each account becomes a company of one", async () => {
    const database = openDatabase(await emptyAddress(await openTestDatabase()));
    const db = database.libraryHandle;
    const earlier = Object.entries(migrations).filter(([name]) => name < "0212");
    await migrate(db, Object.fromEntries(earlier));
    const count = 40;
    for (let number = 1; number <= count; number++) {
      const account = number % 3 === 0 ? "account-ben" : "account-ada";
      const status = ["Paid", "UnPaid", "Cancelled", "Paid"][number % 4] ?? "Paid";
      await sql`insert into orders (id, number, account_id, customer_email, customer_name,
          customer_address, customer_country, customer_website, package_id, package_name,
          price_cents, currency, payment_status, order_status, placed_at, paid_at, placed_day)
        values (${`order-${number}`}, ${number}, ${account}, '', '', '', '', '', '', 'Basic',
          ${14_900 + number}, 'USD', ${status}, 'Pending', 0, 0, '2026-11-20')`.execute(db);
      if (status !== "Paid") continue;
      await sql`insert into payment_ledger (id, order_id, kind, amount_cents, currency, provider,
          transaction_id, author, at)
        values (${`paid-${number}`}, ${`order-${number}`}, 'payment', ${14_900 + number}, 'USD',
          'test', ${`paid-${number}`}, 'test', 0)`.execute(db);
    }
    await sql`update order_counter set last_number = ${count}`.execute(db);
    const { rows: before } = await sql<Sums>`select account_id as account,
      payment_status as status, orders, cents from account_sums order by 1, 2`.execute(db);
    const { rows: lists } = await sql<{ id: string; account: string }>`select id,
      account_id as account from orders order by number`.execute(db);

    await migrate(db, migrations);

    for (const actor of [ada, ben]) {
      const accountId = "accountId" in actor ? actor.accountId : "";
      const own = lists.filter(({ account }) => account === accountId).map(({ id }) => id);
      const listed: string[] = [];
      for await (const chunk of listOrders({ database }, actor)) {
        listed.push(...chunk.map(({ id }) => id));
      }
      expect(listed).toEqual(own);
      const page = { whose: "own", page: 1, pageSize: 100 } as const;
      expect((await pageOfOrders({ database }, actor, page)).total).toBe(own.length);
      for (const { id, account } of lists) {
        const found = findOrder({ database }, actor, id);
        if (account === accountId) expect((await found).id).toBe(id);
        else await expect(found).rejects.toMatchObject({ code: "not-found" });
      }
      const paid = before.find(({ account, status }) => account === accountId && status === "Paid");
      expect(await spentTotalCents({ database }, actor)).toBe(Number(paid?.cents));
      expect((await ownMoneyTotals({ database }, actor)).netCents).toBe(Number(paid?.cents));
    }
    expect((await moneyTotals({ database }, owner)).netCents).toBe(
      await salesTotalCents({ database }, owner),
    );
    // The sums follow changes after the migration.
    await sql`update orders set price_cents = price_cents + 100 where number <= 10`.execute(db);
    await sql`update orders set company_id = 'account-ben' where number <= 5`.execute(db);
    expect(await keptSums(database)).toEqual(await countedSums(database));
    await database.close();
  });
});
