import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "media_former_files" (
    "picture_id" text not null references "media_files" ("id") on delete cascade,
    "name" text not null,
    "width" integer not null,
    "height" integer not null,
    "dominant_colour" text not null,
    "impression" text not null,
    "uploaded_bytes" integer not null,
    "content_hash" text not null,
    "version" text not null,
    "state" text not null,
    "variants_done" integer not null,
    "replaced_at" bigint not null,
    constraint "media_former_files_of_picture" primary key ("picture_id", "version")
  )`,
]);
