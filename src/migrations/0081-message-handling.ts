import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "messages" add column "search_text" text default '' not null`,
  `alter table "messages" add column "deleted_at" bigint`,
  `drop index "messages_by_status"`,
  `create index messages_kept on messages (status, id)
    where deleted_at is null`,
  `create index messages_in_order on messages (id)
    where deleted_at is null`,
  `create index messages_deleted on messages (deleted_at)
    where deleted_at is not null`,
  `create table "message_answers" (
    "id" text not null primary key,
    "message_id" text not null references "messages" ("id") on delete cascade,
    "subject" text not null,
    "text" text not null,
    "author" text not null,
    "sent_at" bigint not null
  )`,
  `create index "message_answers_of_message" on "message_answers" ("message_id", "id")`,
]);
