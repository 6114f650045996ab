import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "mail_outbox" add column "thread" text`,
  `create table "incoming_mails" (
    "id" text not null primary key,
    "mail_key" text not null unique,
    "content_hash" text not null,
    "repeats" bigint default 0 not null,
    "received_at" bigint not null,
    "sender" text not null,
    "sender_key" text not null,
    "subject" text not null,
    "original" text not null,
    "text" text not null,
    "attachments" bigint not null,
    "state" text not null check (state in ('added', 'waiting', 'dropped', 'dismissed')),
    "reason" text,
    "order_id" text references "orders" ("id"),
    "side" text check (side in ('customer', 'team')),
    "order_message_id" text references "order_messages" ("id"),
    "decided_at" bigint,
    "decided_by" text
  )`,
  `create index "incoming_mails_by_state_and_id" on "incoming_mails" ("state", "id")`,
  `create index "incoming_mails_by_order_id_and_id" on "incoming_mails" ("order_id", "id")`,
  `create index "incoming_mails_by_sender_key_and_id" on "incoming_mails" ("sender_key", "id")`,
  `create index "incoming_mails_by_received_at" on "incoming_mails" ("received_at")`,
  `create table "incoming_mailbox" (
    "id" text not null primary key,
    "checked_at" bigint,
    "failing_since" bigint,
    "failure" text
  )`,
]);
