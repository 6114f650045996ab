import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_messages" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "number" bigint not null,
    "side" text not null check (side in ('customer', 'team')),
    "account_id" text not null,
    "author" text not null,
    "text" text not null,
    "form_key" text not null,
    "created_at" bigint not null,
    "edited_at" bigint,
    constraint "order_messages_in_turn" unique ("order_id", "number"),
    constraint "order_messages_once" unique ("account_id", "form_key")
  )`,
  `create table "order_rooms" (
    "order_id" text not null primary key references "orders" ("id"),
    "last_number" bigint not null,
    "customer_emailed_at" bigint,
    "team_emailed_at" bigint,
    "waiting_since" bigint,
    "customer_read" bigint default 0 not null,
    "team_read" bigint default 0 not null,
    "customer_emailed" bigint default 0 not null,
    "team_emailed" bigint default 0 not null
  )`,
  `create index order_rooms_waiting on order_rooms (waiting_since, order_id)
    where waiting_since is not null`,
]);
