import { DatabaseSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from "kysely";
import { storableValue } from "./storable-value.ts";

interface SqliteOptions {
  readonly file: string;
  readonly readOnly: boolean;
}

export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(options: SqliteOptions) {
    const config = { database: async () => asKyselyDatabase(openSqlite(options)) };
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter();
  }
}

/**
 * Tells Kysely that SQLite can roll back schema changes. Kysely then runs all migrations in one
 * transaction: completely or not at all, and in one process at a time.
 */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Begins each transaction that may write with `begin immediate`, which takes the write lock at
 * once. With plain `begin`, a transaction that reads and then writes would fail without waiting if
 * another process had written in between.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    const begin = accessMode === "read only" ? "begin" : "begin immediate";
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      // On a full disk, SQLite has already ended the transaction, so this rollback fails. The
      // failure is ignored, so that Kysely throws the error about the full disk.
      if (!/no transaction is active/.test(String(error))) throw error;
    }
  }
}

const busyTimeoutMs = 5000;
const sqliteBusy = 5;

function openSqlite({ file, readOnly }: SqliteOptions): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  switchToWriteAheadLog(database);
  // With `full`, each commit waits for a sync to disk, so that the commit survives a power loss.
  database.exec(`
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma cache_size = -16000;
    pragma query_only = ${readOnly ? "on" : "off"};
  `);
  return database;
}

/**
 * Retries while another process switches the file to write-ahead logging, because SQLite's busy
 * timeout does not apply to the switch.
 */
function switchToWriteAheadLog(database: DatabaseSync): void {
  const deadline = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (error) {
      const isBusy = (error as { errcode?: unknown }).errcode === sqliteBusy;
      if (!isBusy || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(query) {
      let statement = statements.get(query);
      if (statement === undefined) {
        statement = prepareStatement(database, query);
        // Limits the cache of statements, because a query with a list of ids has a different text
        // for each length of the list.
        if (statements.size > 500) statements.clear();
        statements.set(query, statement);
      }
      return statement;
    },
    close: () => database.close(),
  };
}

function prepareStatement(database: DatabaseSync, query: string): SqliteStatement {
  const prepared = database.prepare(query);
  return {
    reader: prepared.columns().length > 0,
    all: (parameters) => prepared.all(...parameters.map(asSqliteValue)),
    run: (parameters) => prepared.run(...parameters.map(asSqliteValue)),
    // Prepares a separate statement, because another run of the cached statement would restart this
    // iteration.
    iterate: (parameters) =>
      database
        .prepare(query)
        .iterate(...parameters.map(asSqliteValue)) as IterableIterator<unknown>,
  };
}

function asSqliteValue(given: unknown): string | number | bigint | null | Uint8Array {
  const value = storableValue(given);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return value as string | number | bigint | Uint8Array;
}
