import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresAdapter, sql, type Transaction } from "kysely";
import { AppError } from "../errors.ts";
import { type DatabaseFault, FaultWatch, faultOf, unknownCommit } from "./database-faults.ts";
import { GroupCommit } from "./group-commit.ts";
import { commandTimeouts, type DatabaseTimeouts, poolDialect } from "./postgres-pool.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";

/**
 * The database engine of a connection. Callers need the engine for statements that only one engine
 * has, such as row locks.
 */
export function engineOf<Schema>(queries: Kysely<Schema>): Engine {
  return queries.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

export type { Tables } from "./tables.ts";
/** A transaction or the database itself; the parameter of functions that only query. */
export type Queries = Kysely<Tables>;
export type WriteTransaction = Transaction<Tables>;
export type Engine = "sqlite" | "postgres";

interface WriteOptions {
  /**
   * True for a write whose result nobody waits for. On SQLite, such a write lets requests run
   * between its queries, and the promise resolves before the transaction is on disk. A power loss
   * can undo the transaction, together with all later transactions.
   */
  readonly inBackground?: boolean;
}

export interface Database {
  readonly engine: Engine;
  /** Read-only connection for reads outside a write. Inside a write, use the transaction. */
  readonly read: Queries;
  /**
   * Runs `operation` in a transaction. Every write uses this method, except writes through
   * `libraryHandle`. The transaction commits completely or not at all, and is on disk when the
   * promise resolves. `operation` can run more than once, and must await nothing but its
   * transaction. Throws the errors of `operation`, and an AppError "unavailable" when the database
   * cannot be written at the moment.
   */
  write<T>(operation: (tx: WriteTransaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Calls `listener` after each `write` that can have changed data, before the promise of the write
   * settles. Does not report writes of other processes or writes through `libraryHandle`.
   */
  onCommit(listener: () => void): void;
  /** Calls `listener` for each statement that fails, including reads. */
  onFault(listener: (fault: DatabaseFault) => void): void;
  /**
   * Whether a write failed because the disk is full, and there is still no room. Writes a probe to
   * find out, but only after such a failure. A successful write is no proof of room, because a small
   * write can fit into the rest that a larger one left.
   */
  isFull(): Promise<boolean>;
  /** Whether damage to the file was found. Writes are then refused until the next start. */
  isDamaged(): boolean;
  /** Reports damage that a check outside this connection found. */
  markDamaged(): void;
  /**
   * Connection for code that writes without calling `write`: migrations, sign-in, backups and the
   * move to PostgreSQL.
   */
  readonly libraryHandle: Queries;
  close(): Promise<void>;
}

export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly file: string }
  | { readonly engine: "postgres"; readonly url: string };

/**
 * Opens separate connections for reads and for writes, so that readers see the last commit and
 * never wait for a write. `timeouts` apply to PostgreSQL only, because SQLite answers synchronously
 * or reports that the file is busy.
 */
export function openDatabase(
  address: DatabaseAddress,
  timeouts: DatabaseTimeouts = commandTimeouts,
): Database {
  const { engine } = address;
  const faults = new FaultWatch();
  const connect = (isReadOnly: boolean) =>
    new Kysely<Tables>({
      dialect:
        address.engine === "sqlite"
          ? new NodeSqliteDialect({ file: address.file, readOnly: isReadOnly })
          : poolDialect({ url: address.url, isReadOnly, timeouts }),
      log: faults.log,
    });
  const writer = connect(false);
  const read = connect(true);
  const listeners: (() => void)[] = [];
  const afterCommit = () => {
    for (const listener of listeners) listener();
  };
  const groupCommit = new GroupCommit(writer, afterCommit);
  const write: Database["write"] = (operation, { inBackground = false } = {}) =>
    faults.watch(() =>
      engine === "sqlite"
        ? groupCommit.add(operation, inBackground)
        : // Listeners also run after a failure, because a commit can succeed although its
          // connection is lost.
          writeWithRetries(writer, operation).finally(afterCommit),
    );
  return {
    engine,
    read,
    write,
    onCommit: (listener) => void listeners.push(listener),
    onFault: (listener) => faults.add(listener),
    isFull: async () => {
      if (faults.isFull) faults.isFull = !(await hasRoom(write));
      return faults.isFull;
    },
    isDamaged: () => faults.isDamaged,
    markDamaged: () => faults.tell("damaged"),
    libraryHandle: writer,
    close: async () => {
      await read.destroy();
      await writer.destroy();
    },
  };
}

/** More than an ordinary write needs, such as an order (about 160 kB) or a part of an upload. */
const probeBytes = 2 * 1024 * 1024;

/** Resolves to false also when the probe fails for another reason: room was not found. */
async function hasRoom(write: Database["write"]): Promise<boolean> {
  // Random, because PostgreSQL compresses a text that repeats.
  const filling = randomBytes((probeBytes / 4) * 3).toString("base64");
  try {
    await write(async (tx) => {
      await sql`create table room_probe (filling text)`.execute(tx);
      await sql`insert into room_probe values (${filling})`.execute(tx);
      await sql`drop table room_probe`.execute(tx);
    });
    return true;
  } catch {
    return false;
  }
}

const retryableStates = new Set(["40001", "40P01"]);
const maximumAttempts = 10;
/** Time limit for reconnecting. A restarting database is back within seconds. */
const reconnectingMs = 5000;
const maximumBackOffMs = 500;

/**
 * Runs a write, and repeats the write when the failed write cannot have had an effect: after a
 * serialization failure, a deadlock, or a connection lost before the commit. Does not repeat a
 * write whose commit got no answer, because the database has possibly committed.
 */
async function writeWithRetries<T>(
  writer: Queries,
  operation: (tx: WriteTransaction) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + reconnectingMs;
  for (let attempts = 1; ; attempts++) {
    let isCommitting = false;
    try {
      return await writer.transaction().execute(async (tx) => {
        const value = await operation(tx);
        isCommitting = true;
        return value;
      });
    } catch (error) {
      const isLost = !(error instanceof AppError) && faultOf(error) === "unreachable";
      if (isLost && isCommitting) throw unknownCommit(error);
      const isConflict = retryableStates.has(String((error as { code?: unknown }).code));
      const mayRetry = isLost ? Date.now() < deadline : isConflict && attempts < maximumAttempts;
      if (!mayRetry) throw error;
      await sleep(Math.min(Math.random() * 10 * 2 ** attempts, maximumBackOffMs));
    }
  }
}

/**
 * Runs `work` in a snapshot: all queries of `work` see the database at the same moment, and delay
 * no write.
 */
export function inSnapshot<T>(
  { read }: Database,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  return read
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(work);
}

export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "23505" || /UNIQUE constraint failed/.test(String(message));
}
