import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";

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
   * its transaction. Throws what it throws.
   */
  write<T>(operation: (tx: WriteTransaction) => Promise<T>): Promise<T>;
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
  const writer = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ file, readOnly: false }) });
  const read = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ file, readOnly: true }) });
  const groupCommit = new GroupCommit(writer);
  return {
    engine: "sqlite",
    read,
    write: (operation) => groupCommit.add(operation),
    libraryHandle: writer,
    close: async () => {
      await read.destroy();
      await writer.destroy();
    },
  };
}

interface WaitingWrite {
  readonly run: (tx: WriteTransaction) => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes that wait at the same time share one commit, and so one sync to disk. Each runs inside a
 * savepoint of its own: one that throws is undone without the others.
 */
class GroupCommit {
  readonly #database: Queries;
  #waiting: WaitingWrite[] = [];
  #running = false;

  constructor(database: Queries) {
    this.#database = database;
  }

  add<T>(run: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run, resolve, reject });
      if (!this.#running) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, 100);
      await this.#commit(group);
    }
    this.#running = false;
  }

  async #commit(group: readonly WaitingWrite[]): Promise<void> {
    const done: (() => void)[] = [];
    try {
      await this.#database.transaction().execute(async (tx) => {
        for (const write of group) done.push(await runInSavepoint(tx, write));
      });
    } catch (error) {
      for (const write of group) write.reject(error);
      return;
    }
    for (const settle of done) settle();
  }
}

async function runInSavepoint(tx: WriteTransaction, write: WaitingWrite): Promise<() => void> {
  await sql`savepoint write_operation`.execute(tx);
  try {
    const value = await write.run(tx);
    await sql`release write_operation`.execute(tx);
    return () => write.resolve(value as never);
  } catch (error) {
    await sql`rollback to write_operation`.execute(tx);
    await sql`release write_operation`.execute(tx);
    return () => write.reject(error);
  }
}

const retryableStates = new Set(["40001", "40P01"]);
const maxAttempts = 10;

function openPostgres(url: string): Database {
  const writer = new Kysely<Tables>({ dialect: poolDialect(url, {}) });
  const read = new Kysely<Tables>({
    dialect: poolDialect(url, { options: "-c default_transaction_read_only=on" }),
  });
  return {
    engine: "postgres",
    read,
    write: (operation) =>
      retrySerialization(() => writer.transaction().execute((tx) => operation(tx))),
    libraryHandle: writer,
    close: async () => {
      await read.destroy();
      await writer.destroy();
    },
  };
}

function poolDialect(url: string, settings: pg.PoolConfig): PostgresDialect {
  const types = { getTypeParser: numberForBigint };
  const pool = new pg.Pool({ connectionString: url, max: 10, types, ...settings });
  // Without a listener, a connection that the server ends would end the process: the first is asked
  // while it is idle, the second while it works, beside the query that fails.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new PostgresDialect({ pool });
}

/** Times and cents are bigint in the database and stay far below 2^53. */
function numberForBigint(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format as "text");
}

async function retrySerialization<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const state = (error as { code?: unknown }).code;
      if (attempts >= maxAttempts || !retryableStates.has(String(state))) throw error;
      const backOffMs = Math.random() * 10 * 2 ** attempts;
      await new Promise((resolve) => setTimeout(resolve, backOffMs));
    }
  }
}

/** True when a write broke a unique constraint, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "23505" || /UNIQUE constraint failed/.test(String(message));
}
