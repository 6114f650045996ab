import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_links" (
    "id" text not null primary key,
    "token_hash" text not null unique,
    "order_id" text not null,
    "account_id" text not null,
    "email" text not null,
    "purpose" text not null,
    "sent_at" bigint not null,
    "expires_at" bigint not null,
    "last_used_at" bigint
  )`,
  `create index "order_links_by_order_id" on "order_links" ("order_id")`,
  `create index "order_links_by_account_id" on "order_links" ("account_id")`,
  `create table "order_link_visits" (
    "id" text not null primary key,
    "secret_hash" text not null unique,
    "link_id" text not null,
    "started_at" bigint not null,
    "code_hash" text not null,
    "code_expires_at" bigint not null,
    "code_attempts" integer not null,
    "proven_until" bigint not null
  )`,
  `create index "order_link_visits_of_link" on "order_link_visits" ("link_id")`,
]);
