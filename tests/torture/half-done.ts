import { sql } from "kysely";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { type Database, inSnapshot, openDatabase } from "#platform/database/database.ts";

/** Queries that count incomplete writes: rows that lack the other rows of the same write. */
const parts: Readonly<Record<string, string>> = {
  "orders without their letter": `select count(*) as found from orders where not exists
    (select 1 from mail_outbox where about = orders.id and letter = 'orderPlaced')`,
  "orders whose key does not lead to them": `select count(*) as found from orders where not exists
    (select 1 from idempotency_keys where answer = '"' || orders.id || '"')`,
  "orders that no search finds": `select count(*) as found from orders where search_words = ''`,
  "keys without an answer": "select count(*) as found from idempotency_keys where answer is null",
  "orders of one mark": `select count(*) as found from (select customer_name from orders
    group by customer_name having count(*) > 1) as twice`,
  "records without a history": `select count(*) as found from content_records where not exists
    (select 1 from content_history where record_id = content_records.id)`,
  "edits without an entry in the audit log": `select count(*) as found from content_history
    where author <> 'test' and not exists (select 1 from audit_log
    where subject = 'content' and subject_id = block || '/' || record_id)`,
};

/** Messages about incomplete writes and about differences between stored and recounted sums. */
export async function halfDone(database: Database): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [what, query] of Object.entries(parts)) {
    const { rows } = await sql.raw<{ found: number | string }>(query).execute(database.read);
    const found = Number(rows[0]?.found);
    if (found !== 0) faults.push(`There are ${found} ${what}.`);
  }
  const { differences } = await inSnapshot(database, checkLedger);
  return [...faults, ...differences, ...(await damage(database))];
}

/** Integrity errors of the SQLite file; PostgreSQL has no such check. */
export async function damage({ engine, read }: Database): Promise<readonly string[]> {
  if (engine !== "sqlite") return [];
  const { rows: files } = await sql<{ file: string }>`pragma database_list`.execute(read);
  // A connection of its own: the check of the full-text index compares the file with what the
  // connection has read before, and calls the writes of other processes a damage.
  const own = openDatabase({ engine, file: files[0]?.file ?? "" });
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(own.read);
  const keys = await sql`pragma foreign_key_check`.execute(own.read);
  await own.close();
  const words = rows.map((row) => row.integrity_check).filter((word) => word !== "ok");
  return [...words, ...keys.rows.map((row) => `A broken reference: ${JSON.stringify(row)}`)];
}
