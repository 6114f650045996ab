import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "media_files" (
    "id" text primary key,
    "name" text not null,
    "alt" text not null,
    "width" integer not null,
    "height" integer not null,
    "focal_x" double precision not null,
    "focal_y" double precision not null,
    "dominant_colour" text not null,
    "uploaded_bytes" integer not null,
    "content_hash" text not null,
    "version" text not null,
    "state" text not null,
    "variants_done" integer not null,
    "attempts" integer not null,
    "claimed_until" bigint not null,
    "uploaded_by" text not null,
    "uploaded_at" bigint not null,
    "replaced_at" bigint,
    "deleted_at" bigint
  )`,
  `create index "media_files_by_state" on "media_files" ("state", "claimed_until")`,
  {
    sqlite: [
      `create table "media_variants" (
        "picture_id" text not null references "media_files" ("id") on delete cascade,
        "version" text not null,
        "width" integer not null,
        "format" text not null,
        "byte_count" integer not null,
        "bytes" blob not null,
        constraint "media_variants_of_picture" primary key ("picture_id", "version", "width", "format")
      )`,
    ],
    postgres: [
      `create table "media_variants" (
        "picture_id" text not null references "media_files" ("id") on delete cascade,
        "version" text not null,
        "width" integer not null,
        "format" text not null,
        "byte_count" integer not null,
        "bytes" bytea not null,
        constraint "media_variants_of_picture" primary key ("picture_id", "version", "width", "format")
      )`,
    ],
  },
]);
