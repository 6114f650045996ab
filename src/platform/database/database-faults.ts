import type { LogEvent } from "kysely";
import { AppError } from "../errors.ts";

/**
 * - full: the disk is full
 * - unreachable: the database, or the connection to it, is gone
 * - busy: other writes held their locks for too long
 * - constraint: a constraint was violated, which some operations expect
 * - damaged: a part of the SQLite file was changed outside SQLite
 */
export type DatabaseFault = "full" | "unreachable" | "busy" | "constraint" | "damaged" | "other";

/** Primary result codes of SQLite: the lowest byte of an extended result code. */
const faultOfSqlite: Readonly<Record<number, DatabaseFault>> = {
  5: "busy",
  // SQLITE_IOERR: the system refused a write or a sync, which a full disk can cause.
  10: "full",
  11: "damaged",
  13: "full",
  19: "constraint",
  26: "damaged",
};

/** SQLSTATE classes and codes of PostgreSQL, and error codes of sockets. */
const faultOfPostgres: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/^53100$/, "full"],
  [/^(08|57P|53300)/, "unreachable"],
  [/^(40|55P03|57014)/, "busy"],
  [/^23/, "constraint"],
  [
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/,
    "unreachable",
  ],
  // PostgreSQL's Unix socket does not exist while the server restarts.
  [/^ENOENT$/, "unreachable"],
];

/** Messages of `pg` errors that have no code, and of server errors with an ambiguous code. */
const lostConnection =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (exceeded|expired) .*connect|database ".*" is not currently accepting connections)/i;

export function faultOf(error: unknown): DatabaseFault {
  const { errcode, code, message } = error as Record<string, unknown>;
  if (typeof errcode === "number") return faultOfSqlite[errcode & 0xff] ?? "other";
  const state = String(code ?? "");
  const known = faultOfPostgres.find(([pattern]) => pattern.test(state));
  if (known !== undefined) return known[1];
  return lostConnection.test(String(message)) ? "unreachable" : "other";
}

const refusals: Readonly<
  Partial<Record<DatabaseFault, readonly [message: string, retryAfterSeconds: number]>>
> = {
  full: [
    "The server’s disk is full, so nothing was saved. Pages can still be read. Try again once the owner has freed some space.",
    30,
  ],
  unreachable: ["The database is not responding. Try again in a few seconds.", 5],
  damaged: [
    "The database of this site is damaged, so nothing is saved until its owner has restored a backup. Nothing was changed.",
    3600,
  ],
  busy: ["Too many people are saving at the same time. Nothing was changed: try again.", 2],
};

/** The AppError for a database fault that is no bug of the program; null for other errors. */
export function outageOf(error: unknown): AppError | null {
  if (error instanceof AppError || !(error instanceof Error)) return null;
  return refusalOf(faultOf(error), error);
}

export function refusalOf(fault: DatabaseFault, cause?: unknown): AppError | null {
  const [message, retryAfterSeconds] = refusals[fault] ?? [];
  if (message === undefined || retryAfterSeconds === undefined) return null;
  return new AppError("unavailable", message, { retryAfterSeconds, cause });
}

export function unknownCommit(cause: unknown): AppError {
  return new AppError(
    "unavailable",
    "The connection to the database was lost while saving, so the result is unknown. Check whether it was saved before you try again.",
    { retryAfterSeconds: 5, cause },
  );
}

/** Reports database faults to listeners, and turns outages into AppErrors. */
export class FaultWatch {
  readonly #listeners: ((fault: DatabaseFault) => void)[] = [];
  isFull = false;
  isDamaged = false;

  add(listener: (fault: DatabaseFault) => void): void {
    this.#listeners.push(listener);
  }

  readonly log = (event: LogEvent): void => {
    if (event.level === "error") this.tell(faultOf(event.error));
  };

  tell(fault: DatabaseFault): void {
    if (fault === "damaged") this.isDamaged = true;
    if (fault === "full") this.isFull = true;
    for (const listener of this.#listeners) listener(fault);
  }

  async watch<T>(write: () => Promise<T>): Promise<T> {
    // A damaged file can lose new data, and a write can damage more of the file.
    if (this.isDamaged) throw refusalOf("damaged");
    try {
      return await write();
    } catch (error) {
      const outage = outageOf(error);
      if (outage === null) throw error;
      throw outage;
    }
  }
}
