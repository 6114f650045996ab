import { inSql } from "./in-sql.ts";

// A delivery with a text or with proofs stays, because a person has typed them.
export const migration = inSql([
  `create table "undone_order_changes" (
    "order_event_id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "delivery_number" bigint,
    "at" bigint not null
  )`,
  `alter table "order_question_events" add column "order_event_id" text references "order_events" ("id")`,
  {
    sqlite: [
      `drop trigger "order_events_no_delete"`,
      `create trigger "order_events_no_delete" before delete on "order_events"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1) or exists (select 1 from undone_order_changes
          where order_event_id = old."id")) begin select raise(abort, 'Rows of order_events are only ever added.'); end`,
      `drop trigger "order_review_events_no_delete"`,
      `create trigger "order_review_events_no_delete" before delete on "order_review_events"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1) or exists (select 1 from undone_order_changes
          where order_event_id = old."order_event_id")) begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
      `drop trigger "order_question_events_no_delete"`,
      `create trigger "order_question_events_no_delete" before delete on "order_question_events"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1) or exists (select 1 from undone_order_changes
          where order_event_id = old."order_event_id")) begin select raise(abort, 'Rows of order_question_events are only ever added.'); end`,
      `drop trigger "order_deliveries_no_delete"`,
      `create trigger "order_deliveries_no_delete" before delete on "order_deliveries"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1) or old.text = '' and not exists (select 1 from order_review_events
        where order_id = old.order_id and number = old.number)) begin select raise(abort, 'Rows of order_deliveries are only ever added.'); end`,
    ],
    postgres: [
      `create or replace function "refuse_change_of_order_events"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) or exists (select 1 from undone_order_changes
            where order_event_id = old."id") then return old; end if;
          end if;
          raise exception 'Rows of order_events are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_review_events"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) or exists (select 1 from undone_order_changes
            where order_event_id = old."order_event_id") then return old; end if;
          end if;
          raise exception 'Rows of order_review_events are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_question_events"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) or exists (select 1 from undone_order_changes
            where order_event_id = old."order_event_id") then return old; end if;
          end if;
          raise exception 'Rows of order_question_events are only ever added.';
        end $$`,
      `create or replace function "refuse_change_of_order_deliveries"() returns trigger
        language plpgsql as $$ begin
          if tg_op = 'DELETE' then
            if exists (select 1 from orders where id = old.order_id and is_demonstration = 1) or old.text = '' and not exists (select 1 from order_review_events
          where order_id = old.order_id and number = old.number) then return old; end if;
          end if;
          raise exception 'Rows of order_deliveries are only ever added.';
        end $$`,
    ],
  },
]);
