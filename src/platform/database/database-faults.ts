import type { LogEvent } from "kysely";
import { AppError } from "../errors.ts";

/**
 * - full: there is no room left to write
 * - unreachable: the database, or the connection to it, is gone
 * - busy: others stood in the way for too long
 * - constraint: a rule of the database was broken, which some operations count on
 * - damaged: a part of the SQLite file is not what SQLite has written there
 */
const databaseFaults = ["full", "unreachable", "busy", "constraint", "damaged", "other"] as const;
export type DatabaseFault = (typeof databaseFaults)[number];

/** Primary result codes of SQLite; the extended ones have them in their lowest byte. */
const faultOfSqlite: Readonly<Record<number, DatabaseFault>> = {
  5: "busy",
  // A write or sync that the system refuses, which is how a full disk shows at times.
  10: "full",
  11: "damaged",
  13: "full",
  19: "constraint",
  26: "damaged",
};

/** SQLSTATE classes of PostgreSQL, or whole states where a class is too wide. */
const faultOfPostgres: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/^53100$/, "full"],
  [/^(08|57P|53300)/, "unreachable"],
  [/^(40|55P03|57014)/, "busy"],
  [/^23/, "constraint"],
  [
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/,
    "unreachable",
  ],
  // The socket's file is gone while the server restarts.
  [/^ENOENT$/, "unreachable"],
];

/** What PostgreSQL's client says without a code, and its server with one that says many things. */
const lostConnection =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (exceeded|expired) .*connect|database ".*" is not currently accepting connections)/i;

/** What is wrong with the database. Only for errors that it, or its client, has thrown. */
export function faultOf(error: unknown): DatabaseFault {
  const { errcode, code, message } = error as Record<string, unknown>;
  if (typeof errcode === "number") return faultOfSqlite[errcode & 0xff] ?? "other";
  const state = String(code ?? "");
  const known = faultOfPostgres.find(([pattern]) => pattern.test(state));
  if (known !== undefined) return known[1];
  return lostConnection.test(String(message)) ? "unreachable" : "other";
}

type Refusal = readonly [words: string, wait: number];

const refusals: Readonly<Record<Exclude<DatabaseFault, "constraint" | "other">, Refusal>> = {
  full: [
    "The server's disk is full, so nothing was saved. Pages can still be read. Try again once the owner has freed some space.",
    30,
  ],
  unreachable: ["The database is not responding. Try again in a few seconds.", 5],
  damaged: [
    "The database of this site is damaged, so nothing is saved until its owner has restored a backup. Nothing was changed.",
    3600,
  ],
  busy: ["Too many people are saving at the same time. Nothing was changed: try again.", 2],
};

/** What is no fault of the program, in words for whoever asked; null for what is one. */
export function outageOf(error: unknown): AppError | null {
  if (error instanceof AppError || !(error instanceof Error)) return null;
  const fault = faultOf(error);
  const refusal = fault === "constraint" || fault === "other" ? undefined : refusals[fault];
  return refusal === undefined ? null : refusalBy(refusal, error);
}

/** For whoever would write to a file that is known to be damaged. */
function damagedDatabase(): AppError {
  return refusalBy(refusals.damaged);
}

function refusalBy([words, retryAfterSeconds]: Refusal, cause?: unknown): AppError {
  return new AppError("unavailable", words, { retryAfterSeconds, cause });
}

/** For a commit whose answer never came. */
export function unknownCommit(cause: unknown): AppError {
  return new AppError(
    "unavailable",
    "The connection to the database was lost while saving, so the result is unknown. Check whether it was saved before you try again.",
    { retryAfterSeconds: 5, cause },
  );
}

/** Tells of faults, and puts those that pass by themselves into words. */
export class FaultWatch {
  readonly #listeners: ((fault: DatabaseFault) => void)[] = [];
  isFull = false;
  isDamaged = false;

  add(listener: (fault: DatabaseFault) => void): void {
    this.#listeners.push(listener);
  }

  readonly log = (event: LogEvent): void => {
    if (event.level !== "error") return;
    this.#tell(faultOf(event.error));
  };

  #tell(fault: DatabaseFault): void {
    if (fault === "damaged") this.isDamaged = true;
    for (const listener of this.#listeners) listener(fault);
  }

  markDamaged(): void {
    this.#tell("damaged");
  }

  async watch<T>(write: () => Promise<T>): Promise<T> {
    // What a damaged file takes may be gone with it, and may damage more.
    if (this.isDamaged) throw damagedDatabase();
    try {
      const value = await write();
      this.isFull = false;
      return value;
    } catch (error) {
      const outage = outageOf(error);
      if (outage === null) throw error;
      if (faultOf(error) === "full") this.isFull = true;
      throw outage;
    }
  }
}
