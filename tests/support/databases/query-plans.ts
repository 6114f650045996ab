import { CompiledQuery, sql } from "kysely";
import type { Database } from "#platform/database/database.ts";
import type { Statement } from "./statements.ts";

/** Messages about scans of large tables in a statement's plan; empty if it only uses indexes. */
export async function scansOf(
  database: Database,
  statement: Statement,
  isLarge: (table: string) => boolean,
): Promise<string[]> {
  return database.engine === "sqlite"
    ? scansOnSqlite(database, statement, isLarge)
    : scansOnPostgres(database, statement, isLarge);
}

interface SqliteStep {
  readonly parent: number;
  readonly detail: string;
}

/**
 * Without statistics, SQLite plans as for large tables, so small tables suffice. Ignores a scan of
 * an index if its select has a limit and neither sorts nor counts, because the limit ends such a
 * scan early.
 */
async function scansOnSqlite(
  { read }: Database,
  statement: Statement,
  isLarge: (table: string) => boolean,
): Promise<string[]> {
  const asked = CompiledQuery.raw(`explain query plan ${statement.sql}`, [...statement.parameters]);
  const { rows } = await read.executeQuery<SqliteStep>(asked);
  const aliases = aliasesIn(statement.sql);
  return rows.flatMap(({ parent, detail }) => {
    // Reads only the entries of the words that the query looks for.
    if (/ VIRTUAL TABLE INDEX \d+:M/.test(detail)) return [];
    const name = /^SCAN "?(\w+)"?/.exec(detail)?.[1] ?? "";
    const table = aliases.get(name) ?? name;
    if (!isLarge(table) || isSubquery(statement.sql, name)) return [];
    const isSorted = rows.some((step) => step.parent === parent && /TEMP B-TREE/.test(step.detail));
    const endsEarly = / INDEX /.test(detail) && !isSorted && isLimited(statement.sql, name);
    return endsEarly ? [] : [`${table}: ${detail}`];
  });
}

/**
 * True if a limit ends the reading of a table early: the select that reads the table, or a select
 * that only wraps this select, has a limit and neither counts nor sums.
 */
function isLimited(text: string, table: string): boolean {
  const at = text.search(new RegExp(`from ("?\\w+"? as )?"?${table}"?(?!\\w)`, "i"));
  const own = selectAround(text, at);
  const around = selectAround(text, own.start);
  const isOnlyWrapped = /^\(?\s*select \* from \($/i.test(
    around.text.slice(0, own.start - around.start + 1),
  );
  return [own, ...(isOnlyWrapped ? [around] : [])].some(
    (select) => /\blimit\b/i.test(select.text) && !/\b(count|sum)\(/i.test(select.text),
  );
}

/**
 * The innermost parentheses around a position in a statement; the whole statement if there are
 * none.
 */
function selectAround(text: string, at: number): { text: string; start: number } {
  let depth = 0;
  let start = at;
  while (start > 0 && depth >= 0) {
    start -= 1;
    if (text[start] === ")") depth += 1;
    if (text[start] === "(") depth -= 1;
  }
  let end = at;
  for (depth = 0; end < text.length && depth >= 0; end += 1) {
    if (text[end] === "(") depth += 1;
    if (text[end] === ")") depth -= 1;
  }
  return { text: text.slice(start, end), start };
}

/** True if a name belongs to a subquery only, such as `(select ? as "id") as "user"`. */
function isSubquery(text: string, name: string): boolean {
  return (
    new RegExp(`\\) as "${name}"`).test(text) && !new RegExp(`(from|join) "${name}"`).test(text)
  );
}

/** Table names by alias, from `"orders" as "o"` and the like. */
function aliasesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/"?(\w+)"? as "?(\w+)"?/gi)].map(([, table = "", alias = ""]) => [
      alias,
      table,
    ]),
  );
}

interface PostgresNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PostgresNode[];
}

/**
 * Disables sequential scans and the joins that use them, because PostgreSQL prefers such plans for
 * the few rows of a test. A statement that scans for its own parameters, such as random ids and the
 * present time, is also planned for any parameters: the first plan can differ from run to run.
 */
async function scansOnPostgres(
  { libraryHandle }: Database,
  { sql: text, parameters }: Statement,
  isLarge: (table: string) => boolean,
): Promise<string[]> {
  return libraryHandle.connection().execute(async (connection) => {
    for (const way of ["seqscan", "hashjoin", "mergejoin"]) {
      await sql`set ${sql.raw(`enable_${way}`)} = off`.execute(connection);
    }
    const scansOf = async (asked: string, values: readonly unknown[]) => {
      const explained = CompiledQuery.raw(`explain (format json) ${asked}`, [...values]);
      const { rows } = await connection.executeQuery<ExplainedRow>(explained);
      const plan = rows[0]?.["QUERY PLAN"][0].Plan;
      return plan === undefined ? [] : scansBelow(plan, false, isLarge);
    };
    const scans = await scansOf(text, parameters);
    if (scans.length === 0 || parameters.length === 0) return scans;
    await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
    await sql.raw(`prepare asked as ${text}`).execute(connection);
    const anyScans = await scansOf(`execute asked(${parameters.map(() => "null").join()})`, []);
    await sql`deallocate asked`.execute(connection);
    return anyScans.length === 0 ? [] : scans;
  });
}

interface ExplainedRow {
  readonly "QUERY PLAN": readonly [{ readonly Plan: PostgresNode }];
}

/** Indexes of the few orders that wait for somebody, so that a scan reads no other order. */
const partialIndexes = new Set<string | undefined>(["orders_to_deliver", "orders_in_review"]);

const endsAll = new Set(["Sort", "Aggregate", "Hash", "HashAggregate", "Materialize", "WindowAgg"]);

function scansBelow(
  node: PostgresNode,
  isLimited: boolean,
  isLarge: (table: string) => boolean,
): string[] {
  const type = node["Node Type"];
  const below = type === "Limit" || (isLimited && !endsAll.has(type));
  const found = (node.Plans ?? []).flatMap((plan) => scansBelow(plan, below, isLarge));
  const table = node["Relation Name"];
  if (table === undefined || !isLarge(table)) return found;
  const byIndex =
    node["Index Cond"] !== undefined ||
    node["Recheck Cond"] !== undefined ||
    partialIndexes.has(node["Index Name"]);
  // A limit ends the scan of an index early, as soon as the scan has found enough rows.
  const endsEarly = isLimited && type !== "Seq Scan";
  return byIndex || endsEarly
    ? found
    : [...found, `${table}: ${type}, ${node.Filter ?? "no filter"}`];
}
