import type { Migrations } from "../platform/database/migrations.ts";
import { siteVersionTriggers } from "../platform/database/site-version.ts";

interface SettingsTable {
  name: string;
  /**
   * JSON; the text `null` for a setting that was removed. The mail server's password is encrypted.
   */
  value: string;
  /** Raised with each change, for the optimistic lock. */
  revision: number;
  changed_by: string;
  changed_at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    settings: SettingsTable;
  }
}

export const settingsMigrations: Migrations = {
  "0170-settings": {
    async up(db) {
      await db.schema
        .createTable("settings")
        .addColumn("name", "text", (column) => column.primaryKey().notNull())
        .addColumn("value", "text", (column) => column.notNull())
        .addColumn("revision", "bigint", (column) => column.notNull())
        .addColumn("changed_by", "text", (column) => column.notNull())
        .addColumn("changed_at", "bigint", (column) => column.notNull())
        .execute();
      // A setting changes a cached page: the page after subscribing says whether a confirmation
      // email was sent.
      for (const trigger of siteVersionTriggers(db, "settings", ["value"])) {
        await trigger.execute(db);
      }
    },
  },
};
