import { sql } from "kysely";
import { engineOf } from "../../platform/database/database.ts";
import type { Migrations } from "../../platform/database/migrations.ts";

interface AccountProfilesTable {
  account_id: string;
  customer_name: string;
  customer_address: string;
  customer_country: string;
  customer_website: string;
  /** The name in lower case, for searches. */
  name_key: string;
  updated_at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    account_profiles: AccountProfilesTable;
  }
}

export const profileMigrations: Migrations = {
  "0074-account-profiles": {
    async up(db) {
      await db.schema
        .createTable("account_profiles")
        .addColumn("account_id", "text", (column) => column.primaryKey().notNull())
        .addColumn("customer_name", "text", (column) => column.notNull())
        .addColumn("customer_address", "text", (column) => column.notNull())
        .addColumn("customer_country", "text", (column) => column.notNull())
        .addColumn("customer_website", "text", (column) => column.notNull())
        .addColumn("name_key", "text", (column) => column.notNull())
        .addColumn("updated_at", "bigint", (column) => column.notNull())
        .execute();
      // Bytewise, whatever the database's collation, so that an index finds prefixes.
      const byBytes = engineOf(db) === "postgres" ? sql` collate "C"` : sql``;
      await sql`create index account_profiles_by_name
        on account_profiles (name_key${byBytes}, account_id)`.execute(db);
    },
  },
};
