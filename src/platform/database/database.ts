import { Kysely, PostgresAdapter, type Transaction } from "kysely";
import { type DatabaseFault, FaultWatch } from "./database-faults.ts";
import { GroupCommit } from "./group-commit.ts";
import { forCommands, type Patience, poolDialect } from "./postgres-pool.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";
import { writeWithRetries } from "./write-with-retries.ts";

/** Which engine answers, for the few statements that one of them does not have (row locks). */
export function engineOf<Schema>(queries: Kysely<Schema>): Engine {
  return queries.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

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
  /** Whether the file was found to be damaged: then nothing is written to it until the next start. */
  isDamaged(): boolean;
  /** For whoever has looked through the file by another way than this one. */
  markDamaged(): void;
  /** For the libraries that write by themselves: migrations and sign-in. Nobody else. */
  readonly libraryHandle: Queries;
  close(): Promise<void>;
}

export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly file: string }
  | { readonly engine: "postgres"; readonly url: string };

/** `patience` is for PostgreSQL: an SQLite file answers at once, or says that it is busy. */
export function openDatabase(address: DatabaseAddress, patience: Patience = forCommands): Database {
  return address.engine === "sqlite"
    ? openSqlite(address.file)
    : openPostgres(address.url, patience);
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

function openPostgres(url: string, patience: Patience): Database {
  const faults = new FaultWatch();
  const { log } = faults;
  const dialect = (isReadOnly: boolean) => poolDialect({ url, isReadOnly, patience });
  const writer = new Kysely<Tables>({ dialect: dialect(false), log });
  const read = new Kysely<Tables>({ dialect: dialect(true), log });
  const commits = new Commits();
  return {
    engine: "postgres",
    read,
    write: (operation) =>
      faults
        .watch(() => writeWithRetries(writer, operation))
        .finally(() =>
          // Also after a failure: who loses the connection while it commits cannot tell.
          commits.tell(),
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

/** True when a write broke a unique constraint, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "23505" || /UNIQUE constraint failed/.test(String(message));
}
