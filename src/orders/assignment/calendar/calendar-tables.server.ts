import type { Migrations } from "#platform/database/migrations.ts";

/** The calendar address of a person; at most one. */
interface CalendarFeedsTable {
  account_id: string;
  /** Part of the address, which is signed with the secret of the installation. */
  id: string;
  created_at: number;
}

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    calendar_feeds: CalendarFeedsTable;
  }
}

export const calendarMigrations: Migrations = {
  "0231-calendar-feeds": {
    async up(db) {
      await db.schema
        .createTable("calendar_feeds")
        .addColumn("account_id", "text", (column) => column.primaryKey().notNull())
        .addColumn("id", "text", (column) => column.notNull().unique())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
    },
  },
};
