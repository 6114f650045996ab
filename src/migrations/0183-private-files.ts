import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "private_files" (
    "id" text not null primary key,
    "name" text not null,
    "type" text not null,
    "byte_count" bigint not null,
    "content_hash" text not null,
    "state" text not null check (state in ('unfinished', 'stored', 'removed')),
    "account_id" text not null,
    "started_at" bigint not null,
    constraint "private_files_are_whole" check (state <> 'stored' or (content_hash <> '' and byte_count > 0))
  )`,
  `create index private_files_to_delete on private_files (state, started_at)
    where state <> 'stored'`,
  `create index "private_files_by_size" on "private_files" ("byte_count")`,
  {
    sqlite: [
      `create table "private_file_parts" (
        "file_id" text not null references "private_files" ("id"),
        "position" bigint not null,
        "bytes" blob not null,
        constraint "private_file_parts_of_file" primary key ("file_id", "position"),
        constraint "private_file_parts_are_small" check (length(bytes) between 1 and 1000000)
      )`,
    ],
    postgres: [
      `create table "private_file_parts" (
        "file_id" text not null references "private_files" ("id"),
        "position" bigint not null,
        "bytes" bytea not null,
        constraint "private_file_parts_of_file" primary key ("file_id", "position"),
        constraint "private_file_parts_are_small" check (length(bytes) between 1 and 1000000)
      )`,
    ],
  },
  `create table "order_files" (
    "file_id" text not null primary key references "private_files" ("id"),
    "order_id" text not null references "orders" ("id"),
    "message_id" text references "order_messages" ("id"),
    "side" text not null check (side in ('customer', 'team')),
    "account_id" text not null,
    "author" text not null,
    "created_at" bigint not null
  )`,
  `create index "order_files_of_order" on "order_files" ("order_id", "created_at", "file_id")`,
  {
    sqlite: [
      `alter table order_delivery_points rename to former_delivery_points`,
      `create table "order_delivery_points" (
        "delivery_id" text not null references "order_deliveries" ("id"),
        "position" bigint not null,
        "point" text not null,
        "kind" text not null check (kind in ('link', 'number', 'text', 'file', 'follows')),
        "value" text not null check (value <> ''),
        "unit" text not null,
        "file_id" text,
        constraint "order_delivery_points_of_delivery" primary key ("delivery_id", "position"),
        constraint "order_delivery_points_unit" check ((kind = 'number') = (unit <> '')),
        constraint "order_delivery_points_file" check ((kind = 'file') = (file_id is not null))
      )`,
      `insert into order_delivery_points
          (delivery_id, position, point, kind, value, unit, file_id)
        select delivery_id, position, point, kind, value, unit, null
        from former_delivery_points`,
      `drop table former_delivery_points`,
      `create trigger "order_delivery_points_no_update"
        before update on "order_delivery_points"
        begin select raise(abort, 'Rows of order_delivery_points are only ever added.'); end`,
      `create trigger "order_delivery_points_no_delete"
        before delete on "order_delivery_points"
        begin select raise(abort, 'Rows of order_delivery_points are only ever added.'); end`,
      `create trigger "order_delivery_points_no_replacement" before insert on "order_delivery_points"
        when exists (select 1 from "order_delivery_points" where "rowid" = new."rowid") or exists (select 1 from "order_delivery_points" where "delivery_id" = new."delivery_id" and "position" = new."position")
        begin select raise(abort, 'Rows of order_delivery_points are only ever added.'); end`,
    ],
    postgres: [
      `alter table order_delivery_points
        drop constraint order_delivery_points_kind_check,
        add constraint order_delivery_points_kind_check
          check (kind in ('link', 'number', 'text', 'file', 'follows'))`,
      `alter table "order_delivery_points" add column "file_id" text`,
      `alter table order_delivery_points add constraint order_delivery_points_file
        check ((kind = 'file') = (file_id is not null))`,
    ],
  },
]);
