import type { Socket } from "node:net";
import { PostgresDialect } from "kysely";
import type pg from "pg";

/** How long PostgreSQL is waited for. */
export interface DatabaseTimeouts {
  /** How long a statement may work before the server itself breaks it off; null for as long as it takes. */
  readonly statementMs: number | null;
  /** How long a connection that owes an answer may say nothing before it counts as lost. */
  readonly silenceMs: number;
}

/** Somebody waits for the answer: what takes longer comes too late for them anyway. */
export const requestTimeouts: DatabaseTimeouts = { statementMs: 10_000, silenceMs: 12_000 };

/**
 * Migrations, backups, restoring and moving: one statement may build an index of millions of rows, or
 * wait until another process has done so.
 */
export const commandTimeouts: DatabaseTimeouts = { statementMs: null, silenceMs: 60 * 60 * 1000 };

interface PoolOptions {
  readonly url: string;
  readonly isReadOnly: boolean;
  readonly timeouts: DatabaseTimeouts;
}

const connectingMs = 10_000;
/** Then the system asks whether the other side is still there, each second, and gives up after ten. */
const quietBeforeProbesMs = 10_000;

/** The library is loaded at the first statement: who has a file needs none of it. */
export function poolDialect({ url, isReadOnly, timeouts }: PoolOptions): PostgresDialect {
  return new PostgresDialect({
    pool: async () => {
      const { default: library } = await import("pg");
      const pool = new library.Pool({
        connectionString: url,
        max: 10,
        connectionTimeoutMillis: connectingMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: quietBeforeProbesMs,
        types: { getTypeParser: numberForBigint(library.types) },
        options: serverSettings(isReadOnly, timeouts),
      });
      // Without a listener, a connection that the server ends would end the process: the first is
      // asked while it is idle, the second while it works, beside the query that fails.
      pool.on("error", () => {});
      pool.on("connect", (client) => client.on("error", () => {}));
      dropSilentConnections(pool, timeouts.silenceMs);
      return pool;
    },
  });
}

function serverSettings(isReadOnly: boolean, { statementMs, silenceMs }: DatabaseTimeouts): string {
  const settings = [
    ...(isReadOnly ? ["default_transaction_read_only=on"] : []),
    ...(statementMs === null
      ? []
      : [
          `statement_timeout=${statementMs}`,
          // A transaction whose connection broke off unnoticed would keep its locks for hours.
          `idle_in_transaction_session_timeout=${silenceMs}`,
        ]),
  ];
  return settings.map((setting) => `-c ${setting}`).join(" ");
}

/**
 * A firewall that forgets a connection, a failover and a frozen server have in common that no answer
 * comes and no error either. Whoever waits is then told, and the connection is replaced; those that are
 * idle as well, because each of them would keep the next one waiting as long.
 */
function dropSilentConnections(pool: pg.Pool, silenceMs: number): void {
  const idle = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => idle.delete(client));
  pool.on("release", (_error, client) => idle.add(client));
  pool.on("remove", (client) => idle.delete(client));
  const dropAlso = (silent: pg.PoolClient) => {
    for (const client of [silent, ...idle]) socketOf(client).destroy(silence(silenceMs));
  };
  pool.on("connect", (client) => watchAnswers(client, silenceMs, () => dropAlso(client)));
}

/** Calls `onSilence` when an answer is owed and nothing of it has come for so long. */
function watchAnswers(client: pg.PoolClient, silenceMs: number, onSilence: () => void): void {
  const query = client.query.bind(client) as (...values: unknown[]) => Promise<unknown>;
  const watched = (...values: unknown[]): Promise<unknown> => {
    let heard = socketOf(client).bytesRead;
    const look = () => {
      const { bytesRead } = socketOf(client);
      if (bytesRead === heard) return onSilence();
      heard = bytesRead;
      timer.refresh();
    };
    const timer = setTimeout(look, silenceMs);
    return query(...values).finally(() => clearTimeout(timer));
  };
  client.query = watched as typeof client.query;
}

/** Over TLS it is another one than the connection began with. */
function socketOf(client: pg.PoolClient): Socket {
  return client.connection.stream as Socket;
}

function silence(silenceMs: number): Error {
  const message = `The database has said nothing for ${silenceMs / 1000} seconds.`;
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

/** Times and cents are bigint in the database and stay far below 2^53. */
function numberForBigint({ builtins, getTypeParser }: typeof pg.types) {
  return (oid: number, format?: "text" | "binary"): ((value: string) => unknown) =>
    oid === builtins.INT8 ? Number : getTypeParser(oid, format as "text");
}
