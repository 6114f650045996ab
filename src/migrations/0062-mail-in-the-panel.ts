import { inSql } from "./in-sql.ts";

// Collation "C" compares bytes, so that a search by prefix is one range of the index in any
// locale.
export const migration = inSql([
  `create table "mail_history" (
    "id" text not null primary key,
    "mail_id" text not null references "mail_outbox" ("id") on delete cascade,
    "event" text not null,
    "at" bigint not null,
    "note" text not null
  )`,
  `create index "mail_history_of_mail" on "mail_history" ("mail_id", "id")`,
  {
    sqlite: [`alter table "mail_outbox" add column "recipient_key" text default '' not null`],
    postgres: [
      `alter table "mail_outbox" add column "recipient_key" text collate "C" default '' not null`,
    ],
  },
  `update mail_outbox set recipient_key = lower(trim(recipient))`,
  `create index "mail_outbox_by_state" on "mail_outbox" ("state", "id")`,
  `create index "mail_outbox_by_recipient_key" on "mail_outbox" ("recipient_key", "id")`,
  `create index "mail_outbox_by_state_and_recipient_key" on "mail_outbox" ("state", "recipient_key", "id")`,
]);
