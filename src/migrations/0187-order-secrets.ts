import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_passwords" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "label" text not null,
    "user_name" text not null,
    "address" text not null,
    "password" text not null,
    "key_id" text not null,
    "added_by" text not null check (added_by in ('customer', 'team')),
    "account_id" text not null,
    "form_key" text not null,
    "version" bigint not null,
    "added_at" bigint not null,
    "changed_at" bigint not null,
    constraint "order_passwords_once" unique ("account_id", "form_key")
  )`,
  `create index "order_passwords_of_order" on "order_passwords" ("order_id", "id")`,
  `create index "order_passwords_by_key" on "order_passwords" ("key_id")`,
  `create table "order_password_showings" (
    "id" text not null primary key,
    "password_id" text not null references "order_passwords" ("id"),
    "account_id" text not null,
    "author" text not null,
    "at" bigint not null
  )`,
  `create index "order_password_showings_of_password" on "order_password_showings" ("password_id", "id")`,
]);
