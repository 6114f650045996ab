import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyAddress } from "../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { owner } from "../../tests/support/orders/shop.ts";
import { workCalendar } from "../../tests/support/orders/work-calendar.ts";
import { pageOfPeople } from "../access/accounts/people.ts";
import { prepareAccountTables } from "../access/sessions/authentication-tables.server.ts";
import { pagesOfMessages } from "../inbox/messages/list-messages.ts";
import { openDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrations.ts";
import { listAuditEntries } from "../policy/list-audit-entries.ts";
import { everyOrder } from "../search/order-search.ts";
import { searchOrders } from "../search/search-orders.ts";
import { migrations } from "./migrations.ts";

describeOnEachDatabase("A database with search texts in the earlier spelling", (openTest) => {
  test("finds everything by words as people type them, after the migrations", async () => {
    const database = openDatabase(await emptyAddress(await openTest()));
    const db = database.libraryHandle;
    const earlier = Object.entries(migrations).filter(([name]) => name < "0280");
    await migrate(db, Object.fromEntries(earlier));
    for (const [number, name, key] of [
      [1, "Łukasz Straße", "łukasz straße"],
      [2, "Strasse Straße", "strasse straße"],
      [3, "Ada Plain", "ada plain"],
    ] as const) {
      await sql`insert into orders (id, number, account_id, company_id, company_name, customer_email,
          customer_name, customer_address, customer_country, customer_website, package_id,
          package_name, price_cents, currency, payment_status, order_status, placed_at, placed_day,
          name_key)
        values (${`order-${number}`}, ${number}, 'account', 'account', 'Ørsted', 'ann@example.com',
          ${name}, '', '', '', '', 'Basic', 14900, 'USD', 'UnPaid', 'Pending', 0, '2026-11-20',
          ${key})`.execute(db);
      for (const word of [...key.split(" "), "ørsted", "ann", "example", "com", "basic"]) {
        await sql`insert into order_words (word, placed_at, number)
          values (${word}, 0, ${number})`.execute(db);
      }
    }
    await sql`insert into messages (id, name, number, email, subject, message, status, received_at,
        search_text)
      values ('m', 'Þór', '', 'thor@example.com', 'Ærø', 'Łódź', 'UnRead', 0,
        ${"þór\nthor@example.com\nærø\nłódź"})`.execute(db);
    await sql`insert into account_profiles (account_id, customer_name, customer_address,
        customer_country, customer_website, name_key, updated_at)
      values ('account', 'Ömer Işık', '', '', '', ${"ömer işık"}, 0)`.execute(db);
    await sql`insert into audit_log (id, account_id, author, action, subject, subject_id, label,
        before_json, after_json, at)
      values ('entry', 'a', 'ann@example.com', 'Edit', 'content', '1', 'Über Łódź', 'null', 'null',
        0)`.execute(db);
    for (const word of ["=content", "ann@example.com", "edit", "über", "łódź"]) {
      await sql`insert into audit_words (word, entry_id) values (${word}, 'entry')`.execute(db);
    }

    await migrate(db, migrations);
    await prepareAccountTables(database);
    const isConfirmed = database.engine === "sqlite" ? sql`1` : sql`true`;
    const at = sql`'2026-01-01 00:00:00'`;
    await sql`insert into "user" (id, email, name, "emailVerified", "createdAt", "updatedAt")
      values ('account', 'ann@example.com', '', ${isConfirmed}, ${at}, ${at})`.execute(db);

    const deps = { database, clock: () => 0, calendar: workCalendar("UTC") };
    const orders = async (q: string) => {
      const request = { page: 1, pageSize: 10 };
      const { items } = await searchOrders(deps, owner, { ...everyOrder, q }, request);
      return items.map(({ number }) => number).toSorted();
    };
    expect(await orders("lukasz")).toEqual([1]);
    expect(await orders("Łukasz STRASSE")).toEqual([1]);
    expect(await orders("straße")).toEqual([1, 2]);
    expect(await orders("orsted")).toEqual([1, 2, 3]);
    expect(await orders("plain")).toEqual([3]);
    const { rows: texts } = await sql`select search_words from orders order by number`.execute(db);
    expect(texts).toEqual(
      ["lukasz strasse", "strasse", "ada plain"].map((name) => ({
        search_words: `${name} ann example com basic orsted`,
      })),
    );
    const { rows: keys } = await sql`select name_key from orders order by number`.execute(db);
    expect(keys).toEqual(
      ["lukasz strasse", "strasse strasse", "ada plain"].map((key) => ({ name_key: key })),
    );
    for (const search of ["thor", "Þór", "aero", "lodz ærø"]) {
      const request = { search, unreadPage: 1, readPage: 1, pageSize: 5 };
      expect((await pagesOfMessages({ database }, owner, request)).unread.total).toBe(1);
    }
    for (const search of ["omer isik", "Ömer Iş"]) {
      const people = await pageOfPeople({ database }, owner, { search, page: 1, pageSize: 5 });
      expect(people.total).toBe(1);
    }
    for (const search of ["lodz", "UBER łó", "ann@example.com"]) {
      const request = { search, page: 1, pageSize: 5 };
      const { items: entries } = await listAuditEntries({ database }, owner, request);
      expect(entries).toHaveLength(1);
    }
    await database.close();
  });
});
