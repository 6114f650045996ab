import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_question_events" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "number" bigint not null check (number > 0),
    "kind" text not null check (kind in ('asked', 'answered', 'closed')),
    "once" text not null,
    "message_number" bigint,
    "author" text not null,
    "at" bigint not null,
    constraint "order_question_events_once" unique ("order_id", "number", "once"),
    constraint "order_question_events_of_message" foreign key ("order_id", "message_number") references "order_messages" ("order_id", "number"),
    constraint "order_question_events_once_by_kind" check (once = case kind when 'asked' then 'question' else 'end' end),
    constraint "order_question_events_have_a_message" check ((kind = 'closed') = (message_number is null))
  )`,
  {
    sqlite: [
      `create trigger "order_question_events_no_update"
        before update on "order_question_events"
        begin select raise(abort, 'Rows of order_question_events are only ever added.'); end`,
      `create trigger "order_question_events_no_delete"
        before delete on "order_question_events"
        begin select raise(abort, 'Rows of order_question_events are only ever added.'); end`,
      `create trigger "order_question_events_no_replacement" before insert on "order_question_events"
        when exists (select 1 from "order_question_events" where "id" = new."id") or exists (select 1 from "order_question_events" where "rowid" = new."rowid") or exists (select 1 from "order_question_events" where "order_id" = new."order_id" and "number" = new."number" and "once" = new."once")
        begin select raise(abort, 'Rows of order_question_events are only ever added.'); end`,
    ],
    postgres: [
      `create function "refuse_change_of_order_question_events"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of order_question_events are only ever added.'; end $$`,
      `create trigger "order_question_events_only_added_to"
        before update or delete on "order_question_events" for each row execute function "refuse_change_of_order_question_events"()`,
      `create trigger "order_question_events_never_emptied" before truncate on "order_question_events"
        for each statement execute function "refuse_change_of_order_question_events"()`,
    ],
  },
]);
