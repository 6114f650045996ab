import { sql } from "kysely";
import type { Migrations } from "#platform/database/migrations.ts";
import { siteVersionTriggers } from "#platform/database/site-version.ts";
import { moveOwnerNotes } from "./owner-notes.server.ts";

interface ContentRecordsTable {
  id: string;
  block: string;
  /** Sorts the records of a block; positions may have gaps. */
  position: number;
  /** Position after the next publication; null if publishing does not move the record. */
  draft_position: number | null;
  /** JSON object from field names to published texts; "{}" before the first publication. */
  field_values: string;
  /** Counts changes from 1, including drafts and moves. */
  revision: number;
  created_at: number;
  /** Time of the last change of the published values. Moving and deleting do not count. */
  updated_at: number;
  author: string;
  /**
   * Block name for the record of a singleton; null for other records and in the trash. The unique
   * constraint prevents a second record of a singleton.
   */
  singleton_key: string | null;
  deleted_at: number | null;
  /** Time of the first publication; null for an unpublished record. */
  published_at: number | null;
  /** JSON of `DraftTexts`. */
  draft_values: string | null;
  draft_author: string | null;
  draft_at: number | null;
}

export type ContentAction =
  | "created"
  | "updated"
  | "drafted"
  | "published"
  | "discarded"
  | "restored"
  | "duplicated"
  | "moved"
  | "moved-in-draft"
  | "deleted"
  | "undeleted"
  | "imported";

interface ContentHistoryTable {
  id: string;
  record_id: string;
  block: string;
  revision: number;
  action: ContentAction;
  field_values: string;
  draft_values: string | null;
  author: string;
  at: number;
}

interface FirstStepsTable {
  step: string;
  ticked_by: string;
  ticked_at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    content_records: ContentRecordsTable;
    content_history: ContentHistoryTable;
    first_steps: FirstStepsTable;
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
      // Before this migration every record was published.
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
      // Without this index SQLite scans the whole history to list the trash.
      await sql`create index content_records_deleted on content_records (deleted_at, id)
        where deleted_at is not null`.execute(db);
    },
  },
  "0056-content-draft-positions": {
    async up(db) {
      await db.schema.alterTable("content_records").addColumn("draft_position", "bigint").execute();
    },
  },
  "0090-first-steps": {
    async up(db) {
      await db.schema
        .createTable("first_steps")
        .addColumn("step", "text", (column) => column.primaryKey())
        .addColumn("ticked_by", "text", (column) => column.notNull())
        .addColumn("ticked_at", "bigint", (column) => column.notNull())
        .execute();
    },
  },
  "0315-notes-to-the-owner": { up: moveOwnerNotes },
};
