import type { Generated, Kysely, Selectable, SelectQueryBuilder, Updateable } from "kysely";
import type { Database, Queries, Tables, WriteTransaction } from "./database/database.ts";
import type { Log } from "./metrics/log.ts";
import type { Clock } from "./time/clock.ts";

/** Columns of every table whose rows wait for a time or for another attempt. */
export interface LeaseColumns {
  /** Time from which a worker may claim the row; null when no attempt follows. */
  due_at: number | null;
  /** End of the lease of the worker that has claimed the row; 0 without a lease. */
  leased_until: Generated<number>;
  /** Number of claims, including claims of processes that died. */
  attempts: number;
}

/** The columns of a row that no worker has claimed; `at` null for a row with nothing to do. */
export function dueFrom(at: number | null) {
  return { due_at: at, leased_until: 0, attempts: 0 };
}

type LeasedName = {
  [Name in keyof Tables]: Tables[Name] extends LeaseColumns ? Name : never;
}[keyof Tables];

export type LeasedRow<Name extends LeasedName> = Selectable<Tables[Name]>;
type Narrow<Name extends LeasedName> = (
  due: SelectQueryBuilder<Tables, Name, object>,
) => SelectQueryBuilder<Tables, Name, object>;

interface LeaseOptions<Name extends LeasedName> {
  /** Columns that identify what a claim works on. They must not change while a row is claimed. */
  readonly key: readonly (keyof Tables[Name] & string)[];
  /** Longer than an attempt lasts, unless the attempt runs in `renewing`. */
  readonly leaseMs: number;
  /** Order of the claims. By default, the row that has been due for longest comes first. */
  readonly order?: (due: SelectQueryBuilder<Tables, Name, object>) => typeof due;
  /** Values that a claim sets besides the lease. */
  readonly claimed?: Updateable<Tables[Name]>;
  /** True if the claims are written in the background: see `WriteOptions`. */
  readonly inBackground?: boolean;
}

interface LeaseDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** The tables as this module sees them: Kysely cannot type a query for a table that is a variable. */
interface AnyLeased {
  leased: Record<string, unknown> & LeaseColumns;
}

/**
 * The rows of a table that workers of all processes claim, one worker each row at a time.
 *
 * Each claim raises `attempts`. A claim, and every later write of the worker, compares `attempts`: of
 * two workers that have read the same row, one claims it, and a worker whose lease has ended writes
 * nothing once another worker has claimed the row.
 */
export class LeasedTable<Name extends LeasedName> {
  readonly #table: "leased";
  readonly #options: LeaseOptions<Name>;

  constructor(table: Name, options: LeaseOptions<Name>) {
    this.#table = table as unknown as "leased";
    this.#options = options;
  }

  /**
   * Claims the next due row of those that `narrow` leaves. Resolves to undefined when no row is due.
   * An attempt that ends neither with `settle` nor within the lease is repeated by another claim.
   */
  async claim(
    database: Database,
    now: number,
    narrow: Narrow<Name> = (due) => due,
  ): Promise<LeasedRow<Name> | undefined> {
    const { leaseMs, claimed, inBackground = false, key, order } = this.#options;
    const due = narrow(
      any(database.read)
        .selectFrom(this.#table)
        .select([...key, "attempts"])
        .where("due_at", "<=", now)
        .where("leased_until", "<=", now)
        .limit(1) as unknown as SelectQueryBuilder<Tables, Name, object>,
    );
    const next = order === undefined ? due.orderBy("due_at" as never) : order(due);
    for (;;) {
      // Reads first, so that an idle worker writes nothing.
      const row = await next.executeTakeFirst();
      if (row === undefined) return undefined;
      const { attempts } = row as Selectable<LeaseColumns>;
      const taken = await database.write(
        (tx) =>
          ofKey(anyUpdate(tx, this.#table), key, row)
            .set({
              ...(claimed as object),
              leased_until: now + leaseMs,
              attempts: attempts + 1,
            })
            .where("attempts", "=", attempts)
            .where("due_at", "<=", now)
            .where("leased_until", "<=", now)
            .returningAll()
            .executeTakeFirst(),
        { inBackground },
      );
      // If another worker was faster, the next look finds another row or none.
      if (taken !== undefined) return taken as unknown as LeasedRow<Name>;
    }
  }

  /**
   * Ends a claim with the result of the attempt, which includes the time of the next attempt:
   * `due_at` stays, unless `values` contain it. Resolves to false, and writes nothing, when another
   * worker has claimed the row since, or when nothing was left to do.
   */
  async settle(
    tx: WriteTransaction,
    claim: LeasedRow<Name>,
    values: Updateable<Tables[Name]>,
  ): Promise<boolean> {
    return this.write(tx, claim, { ...values, leased_until: 0 });
  }

  /** Writes to a claimed row under the same condition as `settle`, and keeps the lease. */
  async write(
    tx: WriteTransaction,
    claim: LeasedRow<Name>,
    values: Updateable<Tables[Name]>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#held(tx, claim)
      .set(values as object)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Runs `work` while the lease of a claimed row is renewed, for attempts of unknown duration. */
  async renewing<T>(
    { database, clock, log }: LeaseDependencies,
    claim: LeasedRow<Name>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { leaseMs } = this.#options;
    const timer = setInterval(() => {
      database
        .write((tx) =>
          this.#held(tx, claim)
            .set({ leased_until: clock() + leaseMs })
            // A renewal that comes after the end of the attempt must not lease the row again.
            .where("leased_until", ">", 0)
            .execute(),
        )
        .catch((err) => log.warn({ err, table: this.#table }, "a lease could not be renewed"));
    }, leaseMs / 5);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Ends all leases. For the start of a program whose former process may have died. A worker of
   * another process that is still running then loses its claim, and its result is not stored.
   */
  async releaseAll(tx: WriteTransaction): Promise<void> {
    await anyUpdate(tx, this.#table)
      .set({ leased_until: 0 })
      .where("due_at", "is not", null)
      .where("leased_until", ">", 0)
      .execute();
  }

  #held(tx: WriteTransaction, claim: LeasedRow<Name>) {
    const { attempts } = claim as unknown as Selectable<LeaseColumns>;
    return ofKey(anyUpdate(tx, this.#table), this.#options.key, claim)
      .where("attempts", "=", attempts)
      .where("due_at", "is not", null);
  }
}

const any = (queries: Queries) => queries as unknown as Kysely<AnyLeased>;
const anyUpdate = (tx: WriteTransaction, table: "leased") => any(tx).updateTable(table);

function ofKey(
  update: ReturnType<typeof anyUpdate>,
  key: readonly string[],
  row: object,
): ReturnType<typeof anyUpdate> {
  return key.reduce(
    (narrowed, column) => narrowed.where(column, "=", (row as Record<string, unknown>)[column]),
    update,
  );
}

/** Whether a worker has claimed the row and has not ended its attempt. */
export function isClaimed({ leased_until }: Pick<Selectable<LeaseColumns>, "leased_until">) {
  return leased_until > 0;
}

/** When a failed attempt is repeated, and when it is given up. */
export interface RetryPolicy {
  /** Pauses after the first, the second and each further attempt. The last pause repeats. */
  readonly pausesMs: readonly number[];
  /** No attempt follows this many attempts. */
  readonly mostAttempts?: number;
  /** No attempt follows later than this time after the row was made. */
  readonly forMs?: number;
}

/** Pauses that double from `firstMs` to `longestMs`. */
export function doubling(firstMs: number, longestMs: number): readonly number[] {
  const pauses = [firstMs];
  while ((pauses.at(-1) ?? longestMs) < longestMs) {
    pauses.push(Math.min(firstMs * 2 ** pauses.length, longestMs));
  }
  return pauses;
}

/**
 * Pause after `failedAttempts` attempts. A random part of up to a quarter is subtracted, so that
 * attempts that failed together are repeated at different times.
 */
export function pauseMs(
  { pausesMs }: RetryPolicy,
  failedAttempts: number,
  chance: number = Math.random(),
): number {
  const pause = pausesMs[Math.min(failedAttempts, pausesMs.length) - 1] ?? 0;
  return Math.round(pause * (1 - chance / 4));
}

interface FailedAttempts {
  readonly attempts: number;
  /** When the row was made. */
  readonly since: number;
  readonly now: number;
}

/** Time of the next attempt, for `due_at`; null when the row is given up. */
export function nextAttemptAt(
  policy: RetryPolicy,
  { attempts, since, now }: FailedAttempts,
): number | null {
  const { mostAttempts = Number.POSITIVE_INFINITY, forMs = Number.POSITIVE_INFINITY } = policy;
  const next = now + pauseMs(policy, attempts);
  return attempts >= mostAttempts || next > since + forMs ? null : next;
}
