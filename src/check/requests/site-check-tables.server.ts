import { sql } from "kysely";
import { engineOf } from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";

export type SiteCheckState = "waiting" | "fetching" | "done" | "refused";

interface SiteChecksTable {
  id: string;
  /** Unguessable part of the result's address. */
  key: string;
  website: string;
  host: string;
  state: SiteCheckState;
  /**
   * JSON of a `CheckResult`. "" at first; while the state is "fetching", the result of the page
   * alone.
   */
  result: string;
  /** Sentence of a refused check; "" otherwise. */
  refusal: string;
  engine_version: number;
  /** Number of rows of `site_check_findings`. */
  finding_count: number;
  /** Packed `Facts` of a check that is done; null otherwise. */
  facts: Uint8Array | null;
  /** The site's icon as a `data:` URL; "" for a site without an icon. */
  icon: string;
  /**
   * The earlier check of the same host whose result is copied; null for a check that sends
   * requests.
   */
  source_id: string | null;
  attempts: number;
  lease_until: number | null;
  requested_at: number;
  finished_at: number | null;
  /** Email address that requested the report; "" without a request. */
  email: string;
  email_confirmed_at: number | null;
  order_id: string | null;
  account_id: string | null;
  /** Email address of the person of the team who asked for the check; "" for a visitor. */
  requested_by: string;
  /** Person whom the team has named as the owner of the website; "" for nobody. */
  person_email: string;
  person_name: string;
}

interface SiteCheckFindingsTable {
  check_id: string;
  finding: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    site_checks: SiteChecksTable;
    site_check_findings: SiteCheckFindingsTable;
  }
}

export const siteCheckMigrations: Migrations = {
  "0223-site-checks": {
    async up(db) {
      const bytes = engineOf(db) === "postgres" ? "bytea" : "blob";
      await db.schema
        .createTable("site_checks")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("key", "text", (column) => column.notNull().unique())
        .addColumn("website", "text", (column) => column.notNull())
        .addColumn("host", "text", (column) => column.notNull())
        .addColumn("state", "text", (column) => column.notNull())
        .addColumn("result", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("refusal", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("engine_version", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("finding_count", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("facts", sql.raw(bytes))
        .addColumn("icon", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("source_id", "text")
        .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("lease_until", "bigint")
        .addColumn("requested_at", "bigint", (column) => column.notNull())
        .addColumn("finished_at", "bigint")
        .addColumn("email", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("email_confirmed_at", "bigint")
        .addColumn("order_id", "text")
        .addColumn("account_id", "text")
        .execute();
      await db.schema
        .createTable("site_check_findings")
        .addColumn("check_id", "text", (column) =>
          column.notNull().references("site_checks.id").onDelete("cascade"),
        )
        .addColumn("finding", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("site_check_findings_key", ["check_id", "finding"])
        .execute();
      const indexes = [
        "site_check_findings_by_finding on site_check_findings (finding, check_id)",
        "site_checks_of_host on site_checks (host, requested_at)",
        "site_checks_by_time on site_checks (requested_at)",
        "site_checks_waiting on site_checks (id) where state = 'waiting' and source_id is null",
        "site_checks_leased on site_checks (lease_until) where state = 'fetching'",
        "site_checks_following on site_checks (source_id) where source_id is not null",
        "site_checks_by_engine on site_checks (engine_version) where state = 'done'",
        "site_checks_confirmed on site_checks (id) where email_confirmed_at is not null",
        "site_checks_ordered on site_checks (id) where order_id is not null",
        "site_checks_of_email on site_checks (lower(email)) where email <> ''",
        "site_checks_of_account on site_checks (account_id) where account_id is not null",
      ];
      for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
    },
  },
  "0325-site-checks-of-the-team": {
    async up(db) {
      for (const name of ["requested_by", "person_email", "person_name"]) {
        await db.schema
          .alterTable("site_checks")
          .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
          .execute();
      }
      await sql`create index site_checks_of_person on site_checks (lower(person_email))
        where person_email <> ''`.execute(db);
    },
  },
};
