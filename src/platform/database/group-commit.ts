import { CompiledQuery, type KyselyPlugin } from "kysely";
import type { Queries, WriteTransaction } from "./database.ts";

interface WaitingWrite {
  readonly run: (tx: WriteTransaction) => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Maximum number of writes in a group. A larger group saves no measurable time and makes reads
 * wait.
 */
const largestGroup = 64;

const endOfThisTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Time after which a background write lets requests run. */
const sliceMs = 0.5;

/**
 * Lets requests run between two queries of a background transaction, because SQLite answers
 * synchronously and a transaction of many queries would block all requests.
 */
function timeSlices(): KyselyPlugin {
  let since = performance.now();
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (performance.now() - since > sliceMs) {
        await endOfThisTurn();
        since = performance.now();
      }
      return result;
    },
  };
}

/**
 * Background writes commit without a sync to disk, because each sync blocks all requests, and a
 * busy disk takes long for a sync. The next commit with a sync also brings earlier commits to disk,
 * so a power loss never keeps a later write and loses an earlier one.
 */
const withoutSync = CompiledQuery.raw("pragma synchronous = normal");
const withSync = CompiledQuery.raw("pragma synchronous = full");

/**
 * Commits all waiting writes together, with one sync to disk. When a write throws, the group is
 * rolled back and runs again with a savepoint for each write, so that only the failing write is
 * undone. The first run uses no savepoints, because savepoints would cost a tenth of the writing
 * speed.
 */
export class GroupCommit {
  readonly #database: Queries;
  readonly #afterCommit: () => void;
  #waiting: WaitingWrite[] = [];
  /** Writes in the background, each with a transaction of its own. */
  readonly #background: WaitingWrite[] = [];
  #running = false;

  /** `afterCommit` is called after each group, before the promises of its writes settle. */
  constructor(database: Queries, afterCommit: () => void) {
    this.#database = database;
    this.#afterCommit = afterCommit;
  }

  add<T>(run: (tx: WriteTransaction) => Promise<T>, inBackground = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      (inBackground ? this.#background : this.#waiting).push({ run, resolve, reject });
      if (!this.#running) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length + this.#background.length > 0) {
      await this.#gather();
      const group = this.#waiting.splice(0, largestGroup);
      if (group.length > 0) await this.#commit(group, () => this.#together(group));
      const write = this.#background.shift();
      if (write !== undefined) await this.#commit([write], () => this.#inBackground(write));
    }
    this.#running = false;
  }

  /**
   * Waits until a whole turn of the event loop adds no write. Without the wait, each write would be
   * committed alone, because SQLite answers before the next request is read. One turn accepts only
   * one new connection. The wait therefore lasts several turns, so that the writes of several new
   * connections are in one group.
   */
  async #gather(): Promise<void> {
    await endOfThisTurn();
    let before: number;
    do {
      before = this.#waiting.length;
      await endOfThisTurn();
    } while (this.#waiting.length > before && this.#waiting.length < largestGroup);
  }

  async #commit(group: readonly WaitingWrite[], run: () => Promise<(() => void)[]>): Promise<void> {
    let done: (() => void)[];
    try {
      done = await run();
    } catch (error) {
      for (const write of group) write.reject(error);
      return;
    } finally {
      this.#afterCommit();
    }
    for (const settle of done) settle();
  }

  #inBackground(write: WaitingWrite): Promise<(() => void)[]> {
    // Holds the connection, so that no other transaction begins while syncs are off.
    return this.#database.connection().execute(async (connection) => {
      await connection.executeQuery(withoutSync);
      try {
        return await connection
          .transaction()
          .execute(async (tx) => [await runPlain(tx.withPlugin(timeSlices()), write)]);
      } finally {
        await connection.executeQuery(withSync);
      }
    });
  }

  /**
   * Runs a group in one transaction. After the commit, returns one function for each write, which
   * settles the promise of the write.
   */
  async #together(group: readonly WaitingWrite[]): Promise<(() => void)[]> {
    let began = false;
    try {
      return await this.#inTransaction(group, (tx, write) => {
        began = true;
        return runPlain(tx, write);
      });
    } catch (error) {
      // If the transaction could not begin, a second run would only wait for the write lock again.
      if (!began || group.length === 1) throw error;
      return this.#inTransaction(group, runInSavepoint);
    }
  }

  #inTransaction(group: readonly WaitingWrite[], run: typeof runPlain): Promise<(() => void)[]> {
    return this.#database.transaction().execute(async (tx) => {
      const done: (() => void)[] = [];
      for (const write of group) done.push(await run(tx, write));
      return done;
    });
  }
}

async function runPlain(tx: WriteTransaction, write: WaitingWrite): Promise<() => void> {
  const value = await write.run(tx);
  return () => write.resolve(value as never);
}

const savepoint = CompiledQuery.raw("savepoint write_operation");
const release = CompiledQuery.raw("release write_operation");
const rollBack = CompiledQuery.raw("rollback to write_operation");

async function runInSavepoint(tx: WriteTransaction, write: WaitingWrite): Promise<() => void> {
  await tx.executeQuery(savepoint);
  try {
    const settle = await runPlain(tx, write);
    await tx.executeQuery(release);
    return settle;
  } catch (error) {
    try {
      await tx.executeQuery(rollBack);
      await tx.executeQuery(release);
    } catch {
      // On a full disk, SQLite can end the whole transaction. The whole group then fails.
      throw error;
    }
    return () => write.reject(error);
  }
}
