import { inSql } from "./in-sql.ts";

// The former choice of a person of the team was about the rooms of orders only.
export const migration = inSql([
  `create table "notification_choices" (
    "account_id" text not null,
    "topic" text not null,
    "choice" text not null check (choice in ('at-once', 'daily', 'never')),
    "chosen_at" bigint not null,
    constraint "notification_choices_once" primary key ("account_id", "topic")
  )`,
  `insert into notification_choices (account_id, topic, choice, chosen_at)
    select account_id, 'messages', choice, chosen_at
    from mail_choices where side = 'team'`,
  `insert into notification_choices (account_id, topic, choice, chosen_at)
    select account_id, 'deliveries', choice, chosen_at
    from mail_choices where side = 'team'`,
  `insert into notification_choices (account_id, topic, choice, chosen_at)
    select account_id, 'assignments', choice, chosen_at
    from mail_choices where side = 'team'`,
  `delete from mail_choices where side = 'team'`,
]);
