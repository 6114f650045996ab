import { createHash } from "node:crypto";
import type { Migrations } from "#platform/database/migrations.ts";

interface ApiKeysTable {
  id: string;
  account_id: string;
  name: string;
  /** The first characters of the key, by which people recognise it. */
  prefix: string;
  /** SHA-256 of the key, which is random and long, so a slow hash would protect nothing more. */
  key_hash: string;
  /** The role whose rights the key has; null for the rights of a customer. */
  key_role: string | null;
  read_only: number;
  created_at: number;
  expires_at: number;
  /** Accurate to the hour, so that not every request writes to the database. */
  last_used_at: number | null;
  revoked_at: number | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    api_keys: ApiKeysTable;
  }
}

export const apiKeyMigrations: Migrations = {
  "0218-api-keys": {
    async up(db) {
      await db.schema
        .createTable("api_keys")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("prefix", "text", (column) => column.notNull())
        .addColumn("key_hash", "text", (column) => column.notNull().unique())
        .addColumn("key_role", "text")
        .addColumn("read_only", "integer", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addColumn("expires_at", "bigint", (column) => column.notNull())
        .addColumn("last_used_at", "bigint")
        .addColumn("revoked_at", "bigint")
        .execute();
      await db.schema
        .createIndex("api_keys_of_account")
        .on("api_keys")
        .columns(["account_id", "created_at"])
        .execute();
    },
  },
};

export function hashOfKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
