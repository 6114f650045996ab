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
  // The first admin hears of orders and messages in an installation that has set no address. A
  // removed address has a row, and stays removed.
  "0300-owner-address": {
    async up(db) {
      const stored = await db
        .selectFrom("settings")
        .select("name")
        .where("name", "=", "ownerAddress")
        .executeTakeFirst();
      const admin = await db
        .selectFrom("user_records")
        .select("email_key")
        .where("user_role", "=", "Admin")
        .orderBy("created_at")
        .limit(1)
        .executeTakeFirst();
      if (stored !== undefined || admin === undefined) return;
      await db
        .insertInto("settings")
        .values({
          name: "ownerAddress",
          value: JSON.stringify(admin.email_key),
          revision: 1,
          changed_by: "system",
          changed_at: Date.now(),
        })
        .execute();
    },
  },
};
