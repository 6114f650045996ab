import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_briefs" (
    "order_id" text not null primary key references "orders" ("id"),
    "questions" text not null,
    "reminders" bigint default 0 not null,
    "missing_since" bigint,
    "changed_at" bigint
  )`,
  `create index "order_briefs_by_missing_since"
    on order_briefs ("missing_since", order_id)
    where "missing_since" is not null`,
  `create index "order_briefs_by_changed_at"
    on order_briefs ("changed_at", order_id)
    where "changed_at" is not null`,
  `create table "order_brief_answers" (
    "order_id" text not null references "order_briefs" ("order_id"),
    "question_id" text not null,
    "value" text not null,
    "acknowledged" text default '' not null,
    "answered_at" bigint,
    constraint "order_brief_answers_once" primary key ("order_id", "question_id")
  )`,
  `create table "order_brief_events" (
    "id" text not null primary key,
    "order_id" text not null references "order_briefs" ("order_id"),
    "kind" text not null check (kind in ('begun', 'sent', 'skipped', 'work-started', 'acknowledged')),
    "once" text,
    "author" text not null,
    "at" bigint not null,
    constraint "order_brief_events_once" unique ("order_id", "once"),
    constraint "order_brief_events_once_by_kind" check (coalesce(once, '') = case kind when 'begun' then 'begin' when 'sent' then 'end'
    when 'skipped' then 'end' when 'work-started' then 'work' else '' end)
  )`,
  `create index "order_brief_events_of_order" on "order_brief_events" ("order_id", "id")`,
  {
    sqlite: [
      `create trigger "order_brief_events_no_update"
        before update on "order_brief_events"
        begin select raise(abort, 'Rows of order_brief_events are only ever added.'); end`,
      `create trigger "order_brief_events_no_delete"
        before delete on "order_brief_events"
        begin select raise(abort, 'Rows of order_brief_events are only ever added.'); end`,
      `create trigger "order_brief_events_no_replacement" before insert on "order_brief_events"
        when exists (select 1 from "order_brief_events" where "id" = new."id") or exists (select 1 from "order_brief_events" where "rowid" = new."rowid") or exists (select 1 from "order_brief_events" where "order_id" = new."order_id" and "once" = new."once")
        begin select raise(abort, 'Rows of order_brief_events are only ever added.'); end`,
    ],
    postgres: [
      `create function "refuse_change_of_order_brief_events"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of order_brief_events are only ever added.'; end $$`,
      `create trigger "order_brief_events_only_added_to"
        before update or delete on "order_brief_events" for each row execute function "refuse_change_of_order_brief_events"()`,
      `create trigger "order_brief_events_never_emptied" before truncate on "order_brief_events"
        for each statement execute function "refuse_change_of_order_brief_events"()`,
    ],
  },
]);
