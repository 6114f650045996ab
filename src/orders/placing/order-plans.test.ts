import { CompiledQuery, Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import type { Database, Queries, Tables } from "#platform/database/database.ts";
import { commandTimeouts, poolDialect } from "#platform/database/postgres-pool.ts";
import { NodeSqliteDialect } from "#platform/database/sqlite-dialect.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { randomOrders, storeOrders } from "../../../tests/support/orders/many-orders.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { workCalendar } from "../../../tests/support/orders/work-calendar.ts";
import { everyOrder, type OrderSearch } from "../search/order-search.ts";
import { searchOrders } from "../search/search-orders.ts";

const count = 6_000;
const timeoutMs = 60_000;
const calendar = workCalendar();
const clock = () => Date.UTC(2026, 10, 20, 12);

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

async function recording(database: Database, told: Statement[]): Promise<Queries> {
  const address = await addressOf(database);
  const dialect =
    address.engine === "sqlite"
      ? new NodeSqliteDialect({ file: address.file, readOnly: true })
      : poolDialect({ url: address.url, isReadOnly: true, timeouts: commandTimeouts });
  return new Kysely<Tables>({ dialect, log: ({ query }) => void told.push(query) });
}

interface PlanStep {
  readonly parent: number;
  readonly detail: string;
}

/** A full scan of a table, or a sort of rows that were read from a table. */
function isFault({ parent, detail }: PlanStep, steps: readonly PlanStep[]): boolean {
  if (/^SCAN (orders|order_words)\b/.test(detail)) return true;
  const beside = steps.filter((step) => step.parent === parent);
  const isOfTable = beside.some((step) => /^SEARCH (orders|order_words)\b/.test(step.detail));
  return detail.includes("TEMP B-TREE") && isOfTable;
}

async function faultsOf(queries: Queries, engine: string, statement: Statement): Promise<string[]> {
  if (engine === "sqlite") {
    const explain = `explain query plan ${statement.sql}`;
    const { rows } = await queries.executeQuery<PlanStep>(compiled(explain, statement));
    return rows.filter((step) => isFault(step, rows)).map(({ detail }) => detail);
  }
  const explain = `explain (analyze, format text) ${statement.sql}`;
  const { rows } = await queries.executeQuery<{ "QUERY PLAN": string }>(
    compiled(explain, statement),
  );
  return rows
    .map((row) => row["QUERY PLAN"])
    .filter((line) => /Seq Scan on (orders|order_words)/.test(line) || rowsOf(line) > 2001);
}

function rowsOf(line: string): number {
  const removed = Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0);
  return Math.max(removed, Number(/actual .*rows=([\d.]+)/.exec(line)?.[1] ?? 0));
}

const compiled = (text: string, { parameters }: Statement) =>
  CompiledQuery.raw(text, [...parameters]);

const searches: readonly Partial<OrderSearch>[] = [
  {},
  { sort: "oldest" },
  { payment: "Refunded" },
  { status: "Pending" },
  { payment: "Paid", status: "Delivered", plan: "Premium" },
  { from: "2026-02-01", to: "2026-03-01" },
  { plan: "Basic", from: "2026-02-01" },
  { sort: "amount-high" },
  { sort: "amount-low", payment: "Paid" },
  { sort: "name-a-z" },
  { sort: "name-z-a", plan: "Standard" },
  { q: "ada117" },
  { q: "example" },
  { q: "ada field", payment: "Paid" },
  { q: "#117" },
];

describeOnEachDatabase("The SQL of an order search", (openDatabase) => {
  test(
    "reads from indexes, without full scans and sorts",
    async () => {
      const database = await openDatabase();
      await storeOrders(database, randomOrders(count, 3));
      if (database.engine === "postgres") await sql`analyze`.execute(database.libraryHandle);
      const told: Statement[] = [];
      const read = await recording(database, told);
      for (const part of searches) {
        const search = { ...everyOrder, ...part };
        const request = { page: 3, after: null, pageSize: 10 };
        await searchOrders(
          { database: { ...database, read }, clock, calendar },
          owner,
          search,
          request,
        );
      }
      const statements = [...new Map(told.map((statement) => [statement.sql, statement])).values()];
      expect(statements.length).toBeGreaterThan(searches.length);
      for (const statement of statements) {
        const faults = await faultsOf(database.read, database.engine, statement);
        expect(faults, statement.sql).toEqual([]);
      }
      await read.destroy();
    },
    timeoutMs,
  );
});
