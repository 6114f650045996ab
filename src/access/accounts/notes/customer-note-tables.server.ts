import { type Selectable, sql } from "kysely";
import type { Migrations } from "#platform/database/migrations.ts";

interface CustomerNotesTable {
  id: string;
  account_id: string;
  /** Line ends are "\n". */
  note: string;
  author: string;
  created_at: number;
  changed_by: string | null;
  changed_at: number | null;
  /**
   * Time when the note went to the trash, from which it can be restored for 30 days; null
   * otherwise.
   */
  removed_at: number | null;
}

export type CustomerNoteRow = Selectable<CustomerNotesTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    customer_notes: CustomerNotesTable;
  }
}

export const customerNoteMigrations: Migrations = {
  "0156-customer-notes": {
    async up(db) {
      await db.schema
        .createTable("customer_notes")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("note", "text", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("changed_by", "text")
        .addColumn("changed_at", "bigint")
        .execute();
      await db.schema
        .createIndex("customer_notes_of_account")
        .on("customer_notes")
        .columns(["account_id", "id"])
        .execute();
    },
  },
  "0171-removed-customer-notes": {
    async up(db) {
      await db.schema.alterTable("customer_notes").addColumn("removed_at", "bigint").execute();
      await sql`create index customer_notes_removed on customer_notes (removed_at)
        where removed_at is not null`.execute(db);
    },
  },
};
