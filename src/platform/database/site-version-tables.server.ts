import { type Kysely, type RawBuilder, sql } from "kysely";
import { engineOf } from "./database.ts";
import type { Migrations } from "./migrations.ts";

/** One row. */
interface SiteVersionTable {
  /** Counts the transactions that changed what pages show; it only grows. */
  version: number;
  /**
   * PostgreSQL: the transaction that raised it last, so that each does so once. A server counts its
   * own, so when it started stands beside it: this row may come from another one.
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
 * Triggers with which every change of a table that pages are made from raises the version of the
 * site in its own transaction, whoever makes it. An update counts if it changes one of `columns`.
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
        : // At the end, when a transaction wants no other lock: nobody waits for it in a circle.
          `create constraint trigger ${table}_${name}_on_site after ${change} on ${table}
          deferrable initially deferred for each row ${condition}
          execute function raise_site_version()`,
    ),
  );
}
