import { inSql } from "./in-sql.ts";

export const migration = inSql([
  {
    sqlite: [
      `create table "media_staged" (
        "import_id" text not null,
        "picture_id" text not null,
        "width" integer not null,
        "format" text not null,
        "bytes" blob not null,
        "staged_at" bigint not null,
        constraint "media_staged_of_import" primary key ("import_id", "picture_id", "width", "format")
      )`,
    ],
    postgres: [
      `create table "media_staged" (
        "import_id" text not null,
        "picture_id" text not null,
        "width" integer not null,
        "format" text not null,
        "bytes" bytea not null,
        "staged_at" bigint not null,
        constraint "media_staged_of_import" primary key ("import_id", "picture_id", "width", "format")
      )`,
    ],
  },
  `create index "media_staged_by_time" on "media_staged" ("staged_at")`,
]);
