import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "releases" (
    "id" text not null primary key,
    "name" text not null,
    "planned_for" bigint not null,
    "wall_time" text not null,
    "time_zone" text not null,
    "account_id" text not null,
    "author" text not null,
    "created_at" bigint not null,
    "done_at" bigint,
    "cancelled_at" bigint,
    "refused_at" bigint,
    "faults" text,
    "due_at" bigint,
    "leased_until" bigint default 0 not null,
    "attempts" bigint not null
  )`,
  `create index "releases_by_time" on "releases" ("planned_for", "id")`,
  `create index "releases_due" on "releases" ("due_at")`,
  `create table "release_entries" (
    "release_id" text not null references "releases" ("id"),
    "record_id" text not null,
    "block" text not null,
    "kind" text not null check ("kind" in ('publish', 'withdraw')),
    "revision" bigint not null,
    "author" text not null,
    "added_at" bigint not null,
    "open_record" text unique,
    "result" text,
    primary key ("release_id", "record_id")
  )`,
]);
