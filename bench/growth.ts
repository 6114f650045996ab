import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  auditWordStatements,
  fillingStatements,
  historyStatement,
} from "../tests/support/databases/fill-tables.ts";
import { startFurrow } from "../tests/support/servers/furrow-server.ts";
import { compareLists, type Lists } from "./list-times.ts";
import type { Measure } from "./measure.ts";

const few = 1_000;
const many = 100_000;
/**
 * Number of history entries of one record. Fewer than the rows of other tables, because an admin
 * makes each change by hand.
 */
const changesOf = (count: number) => count / 10;
const tables = ["messages", "subscribers", "mail_outbox", "audit_log", "user", "account_profiles"];

/**
 * Lists of the panel except the lists of orders, and REST calls, whose response times could grow
 * with the tables. The search for a rare word searches for the number of a row in the middle of the
 * table. A page number beyond the end opens the last page.
 */
const lists = (count: number, record: string): Lists => [
  ["messages", "/all-messages.data"],
  ["messages, last page", `/all-messages.data?read=${count}`],
  ["messages, search, a rare word", `/all-messages.data?search=${Math.floor(count / 2)}`],
  ["messages, search, a common word", "/all-messages.data?search=barley"],
  ["messages through REST", "/api/messages?limit=100"],
  ["subscribers", "/all-subscriber.data"],
  ["subscribers, last page", `/all-subscriber.data?page=${count}`],
  ["mail", "/outbox.data"],
  ["mail that failed", "/outbox.data?state=failed"],
  ["mail to somebody", `/outbox.data?recipient=person${Math.floor(count / 2)}@`],
  ["audit log", "/audit-log.data"],
  ["audit log, search, a rare word", `/audit-log.data?search=${Math.floor(count / 2)}`],
  ["audit log, search, common words", "/audit-log.data?search=number+owner"],
  ["people", "/people.data"],
  ["people, last page", `/people.data?page=${count}`],
  ["people, search", `/people.data?search=person${Math.floor(count / 2)}`],
  ["a record with its history", record],
  ["history of everything", "/api/content/history"],
  ["trash", "/trash.data"],
  ["dashboard", "/admin.data"],
  ["status", "/status.data"],
];

/** Response times of `lists` with 100,000 rows in each of `tables`, compared with 1,000 rows. */
export async function measureGrowth(): Promise<Measure[]> {
  const [withFew, withMany] = [await startFurrow(), await startFurrow()];
  try {
    const title = `${many.toLocaleString("en-US")} of each beside ${few.toLocaleString("en-US")}`;
    return await compareLists(title, {
      few: { furrow: withFew, lists: lists(few, fill(withFew.dataDirectory, few)) },
      many: { furrow: withMany, lists: lists(many, fill(withMany.dataDirectory, many)) },
    });
  } finally {
    await withFew.stop();
    await withMany.stop();
  }
}

/** Fills the database. Returns the path of the history of a record with many changes. */
function fill(dataDirectory: string, count: number): string {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { timeout: 60_000 });
  const statements = [
    ...fillingStatements(count, tables),
    ...auditWordStatements(count),
    historyStatement(changesOf(count)),
  ];
  database.exec("pragma synchronous = off; begin immediate");
  for (const statement of statements) database.exec(statement);
  // Sets the revision of the record, so that the last inserted change is the record's current
  // state.
  database.exec(`update content_records set revision = 1000 + ${changesOf(count)}
    where id = (select record_id from content_history where revision = 1001)`);
  const banner = database
    .prepare("select record_id as id, block from content_history where revision = 1001")
    .get();
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
  return `/api/content/${banner?.block}/${banner?.id}/history`;
}
