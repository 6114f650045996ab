import type { Migrations } from "../platform/migrations.ts";

interface ContentRecordsTable {
  id: string;
  block: string;
  /** Order within the block; gaps are fine. */
  position: number;
  /** JSON object of field name to string. */
  field_values: string;
  /** Counts the changes, from 1. */
  revision: number;
  created_at: number;
  updated_at: number;
  author: string;
  /** The block's name for the record of a singleton; unique, so a second one cannot exist. */
  singleton_key: string | null;
  /** Set while the record lies in the trash. */
  deleted_at: number | null;
}

interface ContentHistoryTable {
  id: string;
  record_id: string;
  block: string;
  revision: number;
  action: "created" | "updated" | "deleted";
  /** The values after the change. */
  field_values: string;
  author: string;
  at: number;
}

declare module "../platform/tables.ts" {
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
};
