import type { Kysely, SelectQueryBuilder } from "kysely";
import {
  type Database,
  engineOf,
  type Queries,
  type Tables,
  type WriteTransaction,
} from "./database/database.ts";
import type { Log } from "./metrics/log.ts";
import type { Clock } from "./time/clock.ts";
import { startWorker, type Worker } from "./worker.ts";

interface RetentionOptions<Name extends keyof Tables> {
  /** Columns of the primary key; `["id"]` by default. */
  readonly key?: readonly (keyof Tables[Name] & string)[];
  /** Column with the time from which `keptMs` counts. Rows without a time are kept. */
  readonly since: keyof Tables[Name] & string;
  readonly keptMs: number;
  /** Leaves only some rows, such as those that nobody has to decide about. */
  readonly only?: (
    rows: SelectQueryBuilder<Tables, Name, object>,
  ) => SelectQueryBuilder<Tables, Name, object>;
  /**
   * Maximum number of rows that one write deletes; 200 by default. Small, because other writes wait
   * while a write runs.
   */
  readonly atOnce?: number;
  /** Removes the rows with these ids. By default, deletes them. */
  readonly remove?: (tx: WriteTransaction, ids: readonly string[]) => Promise<unknown>;
}

/** Rule after which time the rows of a table are deleted. */
export interface Retention {
  readonly table: keyof Tables;
  /** Deletes some expired rows, the oldest first. Resolves to true when there may be more. */
  deleteExpired(database: Database, now: number): Promise<boolean>;
}

/** The tables as this module sees them: Kysely cannot type a query for a table that is a variable. */
interface AnyTable {
  rows: Record<string, string | number>;
}
type AnyRows = SelectQueryBuilder<AnyTable, "rows", object>;

export function retention<Name extends keyof Tables>(
  name: Name,
  { keptMs, only, atOnce = 200, remove, ...options }: RetentionOptions<Name>,
): Retention {
  const key: readonly string[] = options.key ?? ["id"];
  const since: string = options.since;
  const table = name as unknown as "rows";
  const narrow = (only ?? ((rows: unknown) => rows)) as unknown as (rows: AnyRows) => AnyRows;
  const expired = (queries: Queries, now: number) =>
    narrow((queries as unknown as Kysely<AnyTable>).selectFrom(table))
      .select(key)
      .where(since, "<=", now - keptMs)
      .orderBy(since)
      .limit(atOnce);
  const deleteRows = (tx: WriteTransaction, rows: readonly Record<string, string | number>[]) =>
    (tx as unknown as Kysely<AnyTable>)
      .deleteFrom(table)
      .where((where) => where.or(rows.map((row) => where.and(row))))
      .execute();
  return {
    table: name,
    async deleteExpired(database, now) {
      // Reads first, so that a sweep without expired rows writes nothing.
      if ((await expired(database.read, now).executeTakeFirst()) === undefined) return false;
      return database.write(async (tx) => {
        const rows = await expired(tx, now)
          // Leaves out rows that another transaction is changing or deleting.
          .$if(engineOf(tx) === "postgres", (query) => query.forUpdate().skipLocked())
          .execute();
        if (rows.length === 0) return false;
        if (remove === undefined) await deleteRows(tx, rows);
        else {
          await remove(
            tx,
            rows.map((row) => String(row[key[0] ?? "id"])),
          );
        }
        return rows.length === atOnce;
      });
    },
  };
}

interface RetentionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts the worker that applies all retentions once an hour. */
export function startDeletingExpired(
  dependencies: RetentionDependencies,
  retentions: readonly Retention[],
): Worker {
  return startWorker({
    name: "delete-expired",
    intervalMs: 60 * 60 * 1000,
    log: dependencies.log,
    workOnce: () => deleteExpired(dependencies, retentions),
  });
}

/**
 * Deletes some expired rows of each table. Resolves to true when there may be more. A table whose
 * rows cannot be deleted does not keep the others waiting.
 */
export async function deleteExpired(
  { database, clock, log }: RetentionDependencies,
  retentions: readonly Retention[],
): Promise<boolean> {
  let isMore = false;
  for (const { table, deleteExpired } of retentions) {
    try {
      isMore = (await deleteExpired(database, clock())) || isMore;
    } catch (err) {
      log.error({ table, err }, "expired rows could not be deleted");
    }
  }
  return isMore;
}
