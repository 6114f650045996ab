import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "private_files" add column "place" text default 'database' not null check (place in ('database', 'bucket'))`,
  `create table "private_file_objects" (
    "key" text not null primary key,
    "file_id" text references "private_files" ("id"),
    "position" bigint not null,
    "delete_after" bigint not null,
    constraint "private_file_objects_of_file" unique ("file_id", "position")
  )`,
  `create index private_file_objects_to_delete on private_file_objects (delete_after)
    where file_id is null`,
  `create table "private_file_moves" (
    "file_id" text not null primary key references "private_files" ("id"),
    "token" text not null,
    "began_at" bigint not null
  )`,
]);
