import type { Socket } from "node:net";
import { PostgresDialect } from "kysely";
import type pg from "pg";
import { storableValue } from "./storable-value.ts";

export interface DatabaseTimeouts {
  /** Time after which the server cancels a statement; null for no limit. */
  readonly statementMs: number | null;
  /** Time without a byte from the server, during a query, after which the connection is closed. */
  readonly silenceMs: number;
}

/**
 * Limits for the statements of a request, so that the client gets an error and does not wait for
 * long.
 */
export const requestTimeouts: DatabaseTimeouts = { statementMs: 10_000, silenceMs: 12_000 };

/**
 * Limits for migrations, backups, restores and moves to PostgreSQL. One statement can build an
 * index of millions of rows, or wait while another process builds the index.
 */
export const commandTimeouts: DatabaseTimeouts = { statementMs: null, silenceMs: 60 * 60 * 1000 };

interface PoolOptions {
  readonly url: string;
  readonly isReadOnly: boolean;
  readonly timeouts: DatabaseTimeouts;
}

const connectingMs = 10_000;
/**
 * After this time without traffic, the operating system probes the connection each second, ten
 * times at most.
 */
const quietBeforeProbesMs = 10_000;

/**
 * Loads `pg` at the first statement, because a site with an SQLite file does not need the package.
 */
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
      // An "error" event without a listener would end the process. The pool emits the event for an
      // idle connection; a busy connection emits the event itself, and its query fails as well.
      pool.on("error", () => {});
      pool.on("connect", (client) => client.on("error", () => {}));
      pool.on("connect", bindStorableValues);
      dropSilentConnections(pool, timeouts.silenceMs);
      return pool;
    },
  });
}

/** PostgreSQL would fail with an error that nobody could correct. */
function bindStorableValues(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...values: unknown[]) => unknown;
  const bound = (statement: unknown, parameters: unknown, ...others: unknown[]) =>
    query(statement, storableValue(parameters), ...others);
  client.query = bound as typeof client.query;
}

function serverSettings(isReadOnly: boolean, { statementMs, silenceMs }: DatabaseTimeouts): string {
  const settings = [
    ...(isReadOnly ? ["default_transaction_read_only=on"] : []),
    ...(statementMs === null
      ? []
      : [
          `statement_timeout=${statementMs}`,
          // A connection can be lost without notice to the server. Without this limit, the
          // transaction of such a connection would hold its locks for hours.
          `idle_in_transaction_session_timeout=${silenceMs}`,
        ]),
  ];
  return settings.map((setting) => `-c ${setting}`).join(" ");
}

/**
 * After a failover, a freeze of the server or a firewall timeout, a query gets neither an answer
 * nor an error. This function makes the query fail and closes its connection. The function also
 * closes all idle connections, because the idle connections are probably silent too, and the next
 * query would wait again.
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

/**
 * Calls `onSilence` when no byte has arrived for `silenceMs` while a query waits for its answer.
 */
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

/** The current socket: TLS replaces the socket that the connection began with. */
function socketOf(client: pg.PoolClient): Socket {
  return client.connection.stream as Socket;
}

function silence(silenceMs: number): Error {
  const message = `The database has said nothing for ${silenceMs / 1000} seconds.`;
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

/** Parses bigint as number: times and cents stay far below 2^53. */
function numberForBigint({ builtins, getTypeParser }: typeof pg.types) {
  return (oid: number, format?: "text" | "binary"): ((value: string) => unknown) =>
    oid === builtins.INT8 ? Number : getTypeParser(oid, format as "text");
}
