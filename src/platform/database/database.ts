import { Kysely, PostgresAdapter, type Transaction } from "kysely";
import { type DatabaseFault, FaultWatch } from "./database-faults.ts";
import { GroupCommit } from "./group-commit.ts";
import { commandTimeouts, type DatabaseTimeouts, poolDialect } from "./postgres-pool.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";
import { writeWithRetries } from "./write-with-retries.ts";

/** The engine of a connection, for the few statements that only one engine has (row locks). */
export function engineOf<Schema>(queries: Kysely<Schema>): Engine {
  return queries.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

export type { Tables } from "./tables.ts";
/** A transaction or the database itself; the parameter of functions that only query. */
export type Queries = Kysely<Tables>;
export type WriteTransaction = Transaction<Tables>;
export type Engine = "sqlite" | "postgres";

export interface Database {
  readonly engine: Engine;
  /** Read-only connection for reads outside a write. Inside a write, use the transaction. */
  readonly read: Queries;
  /**
   * Runs `operation` in a transaction, which is the only way to write. The transaction commits
   * completely or not at all, and is on disk when the promise resolves. `operation` may run more
   * than once and must await nothing but its transaction. Throws the errors of `operation`, and an
   * AppError "unavailable" when the database cannot be written at the moment.
   */
  write<T>(operation: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` after each write that may have changed data, before the promise of the write
   * settles. Does not report writes of other processes or of libraries.
   */
  onCommit(listener: () => void): void;
  /** Calls `listener` for each statement that the database refuses, including reads. */
  onFault(listener: (fault: DatabaseFault) => void): void;
  /** Whether the last write failed because the disk is full. */
  isFull(): boolean;
  /** Whether the file is known to be damaged; if so, writes are refused until the next start. */
  isDamaged(): boolean;
  /** Reports damage that a check outside this connection found. */
  markDamaged(): void;
  /** Connection for libraries that write by themselves: migrations and sign-in only. */
  readonly libraryHandle: Queries;
  close(): Promise<void>;
}

export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly file: string }
  | { readonly engine: "postgres"; readonly url: string };

/** `timeouts` apply to PostgreSQL only: SQLite answers synchronously or reports that it is busy. */
export function openDatabase(
  address: DatabaseAddress,
  timeouts: DatabaseTimeouts = commandTimeouts,
): Database {
  return address.engine === "sqlite"
    ? openSqlite(address.file)
    : openPostgres(address.url, timeouts);
}

/**
 * Opens two connections, so that readers see the last commit and never wait for a write in
 * progress, as on PostgreSQL.
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
  const commits = new CommitListeners();
  const groupCommit = new GroupCommit(writer, () => commits.notify());
  return {
    engine: "sqlite",
    read,
    write: (operation) => faults.watch(() => groupCommit.add(operation)),
    onCommit: (listener) => commits.add(listener),
    onFault: (listener) => faults.add(listener),
    isFull: () => faults.isFull,
    isDamaged: () => faults.isDamaged,
    markDamaged: () => faults.markDamaged(),
    libraryHandle: writer,
    close: async () => {
      await read.destroy();
      await writer.destroy();
    },
  };
}

/** The listeners for commits. */
class CommitListeners {
  readonly #listeners: (() => void)[] = [];

  add(listener: () => void): void {
    this.#listeners.push(listener);
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function openPostgres(url: string, timeouts: DatabaseTimeouts): Database {
  const faults = new FaultWatch();
  const { log } = faults;
  const dialect = (isReadOnly: boolean) => poolDialect({ url, isReadOnly, timeouts });
  const writer = new Kysely<Tables>({ dialect: dialect(false), log });
  const read = new Kysely<Tables>({ dialect: dialect(true), log });
  const commits = new CommitListeners();
  return {
    engine: "postgres",
    read,
    write: (operation) =>
      faults
        .watch(() => writeWithRetries(writer, operation))
        .finally(() =>
          // Also after a failure: a connection lost during a commit may have committed.
          commits.notify(),
        ),
    onCommit: (listener) => commits.add(listener),
    onFault: (listener) => faults.add(listener),
    isFull: () => faults.isFull,
    isDamaged: () => faults.isDamaged,
    markDamaged: () => faults.markDamaged(),
    libraryHandle: writer,
    close: async () => {
      await read.destroy();
      await writer.destroy();
    },
  };
}

/** True when a write violated a unique constraint, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "23505" || /UNIQUE constraint failed/.test(String(message));
}
