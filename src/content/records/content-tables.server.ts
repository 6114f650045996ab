import { sql } from "kysely";
import type { Migrations } from "../../platform/database/migrations.ts";
import { siteVersionTriggers } from "../../platform/database/site-version-tables.server.ts";

interface ContentRecordsTable {
  id: string;
  block: string;
  /** Order within the block; gaps are fine. */
  position: number;
  /** JSON object of field name to string: what the site says. "{}" before it was ever published. */
  field_values: string;
  /** Counts the changes, from 1; drafts and moves count too. */
  revision: number;
  created_at: number;
  /** When what it says was last changed, and by whom; a move or the trash leaves both. */
  updated_at: number;
  author: string;
  /** The block's name for the record of a singleton; unique, so a second one cannot exist. */
  singleton_key: string | null;
  /** Set while the record lies in the trash. */
  deleted_at: number | null;
  /** Null for a record that exists only as a draft. */
  published_at: number | null;
  /** JSON of `DraftTexts`; null without a draft. */
  draft_values: string | null;
  draft_author: string | null;
  draft_at: number | null;
}

/** What happened to a record, as its history names it. */
export type ContentAction =
  | "created"
  | "updated"
  | "drafted"
  | "published"
  | "discarded"
  | "restored"
  | "duplicated"
  | "moved"
  | "deleted"
  | "undeleted"
  | "imported";

interface ContentHistoryTable {
  id: string;
  record_id: string;
  block: string;
  revision: number;
  action: ContentAction;
  /** What the site says after the change; "{}" before the record was ever published. */
  field_values: string;
  /** The draft after the change, as in the record. */
  draft_values: string | null;
  author: string;
  at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    content_records: ContentRecordsTable;
    content_history: ContentHistoryTable;
  }
}

export const contentMigrations: Migrations = {
  "0050-content": {
    async up(db) {
      await db.schema
        .createTable("content_records")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("block", "text", (column) => column.notNull())
        .addColumn("position", "bigint", (column) => column.notNull())
        .addColumn("field_values", "text", (column) => column.notNull())
        .addColumn("revision", "bigint", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("updated_at", "bigint", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("singleton_key", "text", (column) => column.unique())
        .addColumn("deleted_at", "bigint")
        .execute();
      await db.schema
        .createIndex("content_records_in_order")
        .on("content_records")
        .columns(["block", "position", "id"])
        .execute();
      await db.schema
        .createTable("content_history")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("record_id", "text", (column) => column.notNull())
        .addColumn("block", "text", (column) => column.notNull())
        .addColumn("revision", "bigint", (column) => column.notNull())
        .addColumn("action", "text", (column) => column.notNull())
        .addColumn("field_values", "text", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .addUniqueConstraint("content_history_once", ["record_id", "revision"])
        .execute();
    },
  },
  "0052-content-drafts": {
    async up(db) {
      for (const column of ["published_at", "draft_at"]) {
        await db.schema.alterTable("content_records").addColumn(column, "bigint").execute();
      }
      for (const column of ["draft_values", "draft_author"]) {
        await db.schema.alterTable("content_records").addColumn(column, "text").execute();
      }
      await db.schema.alterTable("content_history").addColumn("draft_values", "text").execute();
      // Whatever there was before there were drafts has been on the site.
      await sql`update content_records set published_at = created_at`.execute(db);
      await db.schema
        .createIndex("content_history_by_time")
        .on("content_history")
        .columns(["at", "record_id", "revision"])
        .execute();
      await db.schema
        .createIndex("content_history_of_block")
        .on("content_history")
        .columns(["block", "at", "record_id", "revision"])
        .execute();
    },
  },
  "0053-content-on-site": {
    async up(db) {
      const shown = ["block", "position", "field_values", "published_at", "deleted_at"];
      for (const trigger of siteVersionTriggers(db, "content_records", shown)) {
        await trigger.execute(db);
      }
    },
  },
  "0054-content-trash": {
    async up(db) {
      // Without it SQLite looks for what is deleted along the whole history.
      await sql`create index content_records_deleted on content_records (deleted_at, id)
        where deleted_at is not null`.execute(db);
    },
  },
};
