import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "content_records" (
    "id" text primary key,
    "block" text not null,
    "position" bigint not null,
    "field_values" text not null,
    "revision" bigint not null,
    "created_at" bigint not null,
    "updated_at" bigint not null,
    "author" text not null,
    "singleton_key" text unique,
    "deleted_at" bigint
  )`,
  `create index "content_records_in_order" on "content_records" ("block", "position", "id")`,
  `create table "content_history" (
    "id" text primary key,
    "record_id" text not null,
    "block" text not null,
    "revision" bigint not null,
    "action" text not null,
    "field_values" text not null,
    "author" text not null,
    "at" bigint not null,
    constraint "content_history_once" unique ("record_id", "revision")
  )`,
]);
