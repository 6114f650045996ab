import { Kysely, PostgresDialect, type Transaction } from "kysely";
import type pg from "pg";
import type { DatabaseFault } from "./database-faults.ts";
import { FaultWatch } from "./fault-watch.ts";
import { GroupCommit } from "./group-commit.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";
import { writeWithRetries } from "./write-with-retries.ts";

export type { Tables } from "./tables.ts";
/** A transaction, or the database outside of one: what a function that only queries takes. */
export type Queries = Kysely<Tables>;
export type WriteTransaction = Transaction<Tables>;
export type Engine = "sqlite" | "postgres";

export interface Database {
  readonly engine: Engine;
  /** For reading outside a write; it refuses to write. Inside a write, use the transaction. */
  readonly read: Queries;
  /**
   * The one way to write. Everything that `operation` does commits together or not at all, and is
   * on disk when the promise resolves. `operation` may run more than once and awaits nothing but
   * its transaction. Throws what it throws, and "unavailable" in words when the database cannot be
   * written just then.
   */
  write<T>(operation: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /**
   * Calls back after each write that may have changed something, before whoever wrote learns of its
   * end. Writes of other processes, and of libraries, are not told.
   */
  onCommit(listener: () => void): void;
  /** Calls back for each statement that the database refuses, reads included. */
  onFault(listener: (fault: DatabaseFault) => void): void;
  /** Whether the last write found no room. */
  isFull(): boolean;
  /** For the libraries that write by themselves: migrations and sign-in. Nobody else. */
  readonly libraryHandle: Queries;
  close(): Promise<void>;
}

export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly file: string }
  | { readonly engine: "postgres"; readonly url: string };

export function openDatabase(address: DatabaseAddress): Database {
  return address.engine === "sqlite" ? openSqlite(address.file) : openPostgres(address.url);
}

/**
 * Two connections: readers see the last commit and never wait for a write in progress, as on
 * PostgreSQL.
 */
function openSqlite(file: string): Database {
  const faults = new FaultWatch();
  const { log } = faults;
  const writer = new Kysely<Tables>({
    dialect: new NodeSqliteDialect({ file, readOnly: false }),
    log,
  });
  const read = new Kysely<Tables>({
    dialect: new NodeSqliteDialect({ file, readOnly: true }),
    log,
  });
  const commits = new Commits();
  const groupCommit = new GroupCommit(writer, () => commits.tell());
  return {
    engine: "sqlite",
    read,
    write: (operation) => faults.watch(groupCommit.add(operation)),
    onCommit: (listener) => commits.add(listener),
    onFault: (listener) => faults.add(listener),
    isFull: () => faults.isFull,
    libraryHandle: writer,
    close: async () => {
      await read.destroy();
      await writer.destroy();
    },
  };
}

/** Who wants to know of commits. */
class Commits {
  readonly #listeners: (() => void)[] = [];

  add(listener: () => void): void {
    this.#listeners.push(listener);
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const connectingMs = 10_000;

function openPostgres(url: string): Database {
  const faults = new FaultWatch();
  const { log } = faults;
  const writer = new Kysely<Tables>({ dialect: poolDialect(url, {}), log });
  const read = new Kysely<Tables>({
    dialect: poolDialect(url, { options: "-c default_transaction_read_only=on" }),
    log,
  });
  const commits = new Commits();
  return {
    engine: "postgres",
    read,
    write: (operation) =>
      faults.watch(writeWithRetries(writer, operation)).finally(() =>
        // Also after a failure: who loses the connection while it commits cannot tell.
        commits.tell(),
      ),
    onCommit: (listener) => commits.add(listener),
    onFault: (listener) => faults.add(listener),
    isFull: () => faults.isFull,
    libraryHandle: writer,
    close: async () => {
      await read.destroy();
      await writer.destroy();
    },
  };
}

/** The library is loaded at the first statement: who has a file needs none of it. */
function poolDialect(url: string, settings: pg.PoolConfig): PostgresDialect {
  return new PostgresDialect({
    pool: async () => {
      const { default: library } = await import("pg");
      const pool = new library.Pool({
        connectionString: url,
        max: 10,
        connectionTimeoutMillis: connectingMs,
        types: { getTypeParser: numberForBigint(library.types) },
        ...settings,
      });
      // Without a listener, a connection that the server ends would end the process: the first is
      // asked while it is idle, the second while it works, beside the query that fails.
      pool.on("error", () => {});
      pool.on("connect", (client) => client.on("error", () => {}));
      return pool;
    },
  });
}

/** Times and cents are bigint in the database and stay far below 2^53. */
function numberForBigint({ builtins, getTypeParser }: typeof pg.types) {
  return (oid: number, format?: "text" | "binary"): ((value: string) => unknown) =>
    oid === builtins.INT8 ? Number : getTypeParser(oid, format as "text");
}

/** True when a write broke a unique constraint, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "23505" || /UNIQUE constraint failed/.test(String(message));
}
