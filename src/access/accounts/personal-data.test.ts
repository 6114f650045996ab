import { sql } from "kysely";
import { expect, test } from "vitest";
import { personalOrderMessages } from "#conversation/messages/personal-order-messages.server.ts";
import { personalMessages } from "#inbox/personal-inbox.server.ts";
import { personalMails } from "#mail/outbox/personal-mails.server.ts";
import { deletedCustomer, personalOrders } from "#orders/personal-orders.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { fillingStatements } from "../../../tests/support/databases/fill-tables.ts";
import { personalNotes } from "./notes/personal-notes.server.ts";

const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
const count = 1200;

/** Inserts 1,200 records of each kind for one person. */
async function fill(database: Database): Promise<void> {
  const statements = [
    ...fillingStatements(count, [
      "orders",
      "order_rooms",
      "order_messages",
      "customer_notes",
      "messages",
      "mail_outbox",
    ]),
    `update orders set account_id = '${person.accountId}', company_id = '${person.accountId}'`,
    `update order_messages set account_id = '${person.accountId}'`,
    `update customer_notes set account_id = '${person.accountId}'`,
    `update messages set email = '${person.email}'`,
    `update mail_outbox set recipient_key = '${person.email}'`,
  ];
  await database.write(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

/**
 * Counts the exported records. Before each chunk, also counts how often Node's event loop ran other
 * work.
 */
async function read(data: PersonalData, database: Database) {
  let turns = 0;
  let records = 0;
  const turnsBefore: number[] = [];
  let next = setImmediate(function countTurn() {
    turns += 1;
    next = setImmediate(countTurn);
  });
  for await (const part of data.records(database.read, person)) {
    turnsBefore.push(turns);
    records += part.length;
    turns = 0;
  }
  clearImmediate(next);
  return { records, turnsBefore };
}

describeStore("Personal data", (openDatabase) => {
  test("is exported in chunks, between which other requests run", async () => {
    const database = await openDatabase();
    await fill(database);
    for (const data of [
      personalOrders,
      personalOrderMessages,
      personalNotes,
      personalMessages,
      personalMails,
    ]) {
      const { records, turnsBefore } = await read(data, database);
      expect([data.name, records, turnsBefore.length]).toEqual([data.name, count, 3]);
      for (const turns of turnsBefore.slice(1)) expect(turns, data.name).toBeGreaterThan(0);
    }
  });

  test("is removed from 1,200 orders and their emails", async () => {
    const database = await openDatabase();
    await fill(database);
    await database.write((tx) => personalOrders.forget(tx, person));
    const [left] = await database.read
      .selectFrom("orders")
      .select((select) => select.fn.countAll().as("orders"))
      .where("customer_name", "=", deletedCustomer)
      .execute();
    expect(left?.orders).toBe(count);
    const words = await database.read
      .selectFrom("orders")
      .select("search_words")
      .distinct()
      .execute();
    expect(
      words.map(({ search_words }) => search_words).filter((text) => /person/.test(text)),
    ).toEqual([]);
    expect(await database.read.selectFrom("mail_outbox").select("id").execute()).toEqual([]);
  });
});
