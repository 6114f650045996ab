import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "mail_choices" (
    "account_id" text not null,
    "side" text not null check (side in ('customer', 'team')),
    "choice" text not null check (choice in ('at-once', 'daily', 'never')),
    "chosen_at" bigint not null,
    constraint "mail_choices_once" primary key ("account_id", "side")
  )`,
]);
