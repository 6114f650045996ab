import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "sandbox_webhooks" (
    "id" text not null primary key,
    "provider" text not null,
    "created_at" bigint not null,
    "url" text not null,
    "events" text not null
  )`,
]);
