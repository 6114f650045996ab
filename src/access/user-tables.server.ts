import type { Migrations } from "../platform/migrations.ts";

interface UserRecordsTable {
  id: string;
  user_email: string;
  /** The address in lower case: one record for an address, whatever its spelling. */
  email_key: string;
  user_role: string;
  created_at: number;
}

declare module "../platform/tables.ts" {
  interface Tables {
    user_records: UserRecordsTable;
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
};
