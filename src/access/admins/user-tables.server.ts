import type { Migrations } from "../../platform/database/migrations.ts";

interface UserRecordsTable {
  id: string;
  user_email: string;
  /** The address in lower case, so that an address has one record. */
  email_key: string;
  user_role: string;
  created_at: number;
}

/** At most one per record; deleted once it is used. */
interface InvitationsTable {
  user_record_id: string;
  /** SHA-256 of the link's token. */
  token_hash: string;
  sent_at: number;
  expires_at: number;
}

/** Searches of the panel's lists that admins have saved; all admins see them. */
interface SavedTabsTable {
  id: string;
  /** Path of the list. */
  list: string;
  /** Name, unique in its list. */
  name: string;
  /** Query of the list's URL. */
  query: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    user_records: UserRecordsTable;
    invitations: InvitationsTable;
    saved_tabs: SavedTabsTable;
  }
}

export const userMigrations: Migrations = {
  "0070-user-records": {
    async up(db) {
      await db.schema
        .createTable("user_records")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("user_email", "text", (column) => column.notNull())
        .addColumn("email_key", "text", (column) => column.notNull().unique())
        .addColumn("user_role", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
    },
  },
  "0075-invitations": {
    async up(db) {
      await db.schema
        .createTable("invitations")
        .addColumn("user_record_id", "text", (column) =>
          column.primaryKey().references("user_records.id").onDelete("cascade"),
        )
        .addColumn("token_hash", "text", (column) => column.notNull().unique())
        .addColumn("sent_at", "bigint", (column) => column.notNull())
        .addColumn("expires_at", "bigint", (column) => column.notNull())
        .execute();
    },
  },
  "0076-saved-tabs": {
    async up(db) {
      await db.schema
        .createTable("saved_tabs")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("list", "text", (column) => column.notNull())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("query", "text", (column) => column.notNull())
        .addUniqueConstraint("saved_tabs_once", ["list", "name"])
        .execute();
    },
  },
};
