import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "passkey_hosts" (
    "passkey_id" text not null primary key,
    "account_id" text not null,
    "host" text not null
  )`,
  `create index "passkey_hosts_of_account" on "passkey_hosts" ("account_id")`,
  `create index "passkey_hosts_by_host" on "passkey_hosts" ("host", "passkey_id")`,
]);
