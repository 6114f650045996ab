import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "index_now" (
    "name" text primary key,
    "due_at" bigint,
    "leased_until" bigint not null default 0,
    "attempts" bigint not null,
    "failures" bigint not null,
    "accepted_at" bigint,
    "accepted_status" bigint,
    "accepted_count" bigint,
    "refused_at" bigint,
    "refused_status" bigint
  )`,
  `create index "index_now_by_due" on "index_now" ("due_at")`,
  `create table "index_now_addresses" (
    "address" text primary key,
    "noted_at" bigint not null,
    "batch" text
  )`,
  `create index "index_now_addresses_by_time" on "index_now_addresses" ("noted_at", "address")`,
  `create index "index_now_addresses_by_batch" on "index_now_addresses" ("batch")`,
]);
