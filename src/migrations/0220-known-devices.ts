import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "known_devices" (
    "account_id" text not null,
    "device_hash" text not null,
    "since" bigint not null,
    constraint "known_devices_once" primary key ("account_id", "device_hash")
  )`,
  `create index "known_devices_of_account" on "known_devices" ("account_id", "since")`,
]);
