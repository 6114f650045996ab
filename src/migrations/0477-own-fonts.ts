import { inSql } from "./in-sql.ts";

const columns = (bytes: "blob" | "bytea") =>
  `create table "own_fonts" (
    "id" text primary key,
    "name" text not null,
    "file_name" text not null,
    "bytes" ${bytes} not null,
    "byte_count" integer not null,
    "content_hash" text not null,
    "facts" text not null,
    "outlines" text not null,
    "added_by" text not null,
    "added_at" bigint not null
  )`;

export const migration = inSql([{ sqlite: [columns("blob")], postgres: [columns("bytea")] }]);
