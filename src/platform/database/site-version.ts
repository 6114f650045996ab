import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "./database.ts";
import type { Migrations } from "./migrations.ts";

/** The table has exactly one row. */
interface SiteVersionTable {
  /** Raised by each transaction that changes what pages show; on SQLite, by each changed row. */
  version: number;
  /**
   * PostgreSQL only: the last transaction that raised the version, so that each transaction raises
   * the version once. Transaction ids of two servers can coincide, and the row can be moved to
   * another server, so the start time of the server is part of the text.
   */
  raised_by: string;
}

declare module "./tables.ts" {
  interface Tables {
    site_version: SiteVersionTable;
  }
}

const raise = "update site_version set version = version + 1";
const thisTransaction = "pg_current_xact_id()::text || ' ' || pg_postmaster_start_time()::text";

export const siteVersionMigrations: Migrations = {
  "0016-site-version": {
    async up(db) {
      await db.schema
        .createTable("site_version")
        .addColumn("version", "bigint", (column) => column.primaryKey())
        .addColumn("raised_by", "text", (column) => column.notNull())
        .execute();
      await db.insertInto("site_version").values({ version: 1, raised_by: "" }).execute();
      if (engineOf(db) === "sqlite") return;
      await sql
        .raw(`create function raise_site_version() returns trigger language plpgsql as $$ begin
          ${raise}, raised_by = ${thisTransaction} where raised_by <> ${thisTransaction};
          return null;
        end $$`)
        .execute(db);
    },
  },
};

/**
 * Triggers that raise the site version in the transaction of every change to `table`. An update
 * counts if it changes one of `columns`, which are the columns that pages show.
 */
export function siteVersionTriggers<Schema>(
  db: Kysely<Schema>,
  table: string,
  columns: readonly string[],
): readonly RawBuilder<unknown>[] {
  const differs = columns.map((column) => `old.${column} is distinct from new.${column}`);
  const changes = [
    { name: "added", change: "insert", condition: "" },
    { name: "changed", change: "update", condition: `when (${differs.join(" or ")})` },
    { name: "removed", change: "delete", condition: "" },
  ];
  const isSqlite = engineOf(db) === "sqlite";
  return changes.map(({ name, change, condition }) =>
    sql.raw(
      isSqlite
        ? `create trigger ${table}_${name}_on_site after ${change} on ${table} ${condition}
          begin ${raise}; end`
        : // The trigger is deferred to the end of the transaction. The transaction then takes no
          // further lock, so two transactions cannot deadlock.
          `create constraint trigger ${table}_${name}_on_site after ${change} on ${table}
          deferrable initially deferred for each row ${condition}
          execute function raise_site_version()`,
    ),
  );
}

/** Time for which a version read from the database stays valid without another query. */
const leaseMs = 500;

/**
 * The site version that this process can show. The process reads the version again after each of
 * its own writes, and otherwise when the last reading is older than the lease. A change therefore
 * appears at the next request to the process that wrote the change, and within the lease in every
 * other process. A process that cannot reach its database has no version to show.
 */
export class SiteVersion {
  readonly #database: Database;
  readonly #now: () => number;
  #version = 0;
  /**
   * Time at which the query that read `#version` started. Other processes can have raised the
   * version since this time.
   */
  #readAt = Number.NEGATIVE_INFINITY;
  #commits = 0;
  #pending: { readonly startedAt: number; readonly version: Promise<number> } | undefined;

  constructor(database: Database, now: () => number = () => performance.now()) {
    this.#database = database;
    this.#now = now;
    database.onCommit(() => {
      this.#commits += 1;
      this.#readAt = Number.NEGATIVE_INFINITY;
      this.#pending = undefined;
    });
  }

  /** The version from the last query; undefined when the lease has expired. */
  known(): number | undefined {
    return this.#isRecent(this.#readAt) ? this.#version : undefined;
  }

  /**
   * Returns the version from the last query, or queries again when the lease has expired.
   * Simultaneous calls share one query. Throws the errors of the database.
   */
  async current(): Promise<number> {
    const known = this.known();
    if (known !== undefined) return known;
    if (this.#pending !== undefined && this.#isRecent(this.#pending.startedAt)) {
      return this.#pending.version;
    }
    const pending = { startedAt: this.#now(), version: this.refresh() };
    this.#pending = pending;
    try {
      return await pending.version;
    } finally {
      if (this.#pending === pending) this.#pending = undefined;
    }
  }

  /**
   * Reads the version from the database, even before the lease expires, for a client that possibly
   * wrote through another process.
   */
  async refresh(): Promise<number> {
    const startedAt = this.#now();
    const commits = this.#commits;
    const { version } = await this.#database.read
      .selectFrom("site_version")
      .select("version")
      .executeTakeFirstOrThrow();
    if (commits === this.#commits && startedAt >= this.#readAt) {
      this.#version = version;
      this.#readAt = startedAt;
    }
    return version;
  }

  #isRecent(at: number): boolean {
    return this.#now() - at < leaseMs;
  }
}
