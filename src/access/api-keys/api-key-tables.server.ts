import { createHash } from "node:crypto";

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

export function hashOfKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
