import type { Socket } from "node:net";
import { PostgresDialect } from "kysely";
import type pg from "pg";

/** Time limits of a connection. */
export interface DatabaseTimeouts {
  /** Time after which the server cancels a statement; null for no limit. */
  readonly statementMs: number | null;
  /** Silence during a query after which the connection counts as lost. */
  readonly silenceMs: number;
}

/** Limits for requests: a person waits for the answer, so a later one would be useless. */
export const requestTimeouts: DatabaseTimeouts = { statementMs: 10_000, silenceMs: 12_000 };

/**
 * Limits for migrations, backups, restoring and moving: one statement may build an index of
 * millions of rows, or wait while another process builds it.
 */
export const commandTimeouts: DatabaseTimeouts = { statementMs: null, silenceMs: 60 * 60 * 1000 };

interface PoolOptions {
  readonly url: string;
  readonly isReadOnly: boolean;
  readonly timeouts: DatabaseTimeouts;
}

const connectingMs = 10_000;
/** After this time the system probes the connection each second, and gives up after ten probes. */
const quietBeforeProbesMs = 10_000;

/** Loads the library at the first statement, because a site with an SQLite file needs none of it. */
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
      // Without a listener, a connection that the server ends would end the process. The pool reports
      // idle connections; a busy one reports itself, besides the query that fails.
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
          // A transaction whose connection was lost unnoticed would keep its locks for hours.
          `idle_in_transaction_session_timeout=${silenceMs}`,
        ]),
  ];
  return settings.map((setting) => `-c ${setting}`).join(" ");
}

/**
 * After a firewall forgot a connection, a failover, or a freeze of the server, neither an answer nor an
 * error comes. Then the query fails and its connection is replaced, and all idle connections as well,
 * because each would let the next query wait as long.
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

/** Calls `onSilence` when nothing of an answer has arrived for `silenceMs`. */
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

/** The present socket: TLS replaces the one that the connection began with. */
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
