import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "mail_outbox" (
    "id" text primary key,
    "recipient" text not null,
    "subject" text not null,
    "text_body" text not null,
    "html_body" text not null,
    "state" text not null,
    "attempts" bigint not null,
    "created_at" bigint not null,
    "next_attempt_at" bigint not null,
    "claimed_until" bigint not null,
    "sent_at" bigint,
    "last_error" text
  )`,
  `create index "mail_outbox_due" on "mail_outbox" ("state", "next_attempt_at")`,
]);
