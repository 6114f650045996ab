import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "messages" (
    "id" text primary key,
    "name" text not null,
    "email" text not null,
    "number" text not null,
    "subject" text not null,
    "message" text not null,
    "status" text not null,
    "received_at" bigint not null
  )`,
  `create index "messages_by_status" on "messages" ("status", "id")`,
  `create table "subscribers" (
    "id" text primary key,
    "email" text not null,
    "email_key" text not null unique,
    "subscribed_at" bigint not null
  )`,
]);
