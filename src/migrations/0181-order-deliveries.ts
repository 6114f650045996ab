import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_points" (
    "order_id" text not null references "orders" ("id"),
    "position" bigint not null,
    "point" text not null,
    constraint "order_points_of_order" primary key ("order_id", "position")
  )`,
  `create table "order_deliveries" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "number" bigint not null check (number > 0),
    "text" text not null,
    "author" text not null,
    "review_until" bigint not null,
    "at" bigint not null,
    constraint "order_deliveries_once" unique ("order_id", "number")
  )`,
  `create table "order_delivery_points" (
    "delivery_id" text not null references "order_deliveries" ("id"),
    "position" bigint not null,
    "point" text not null,
    "kind" text not null check (kind in ('link', 'number', 'text', 'follows')),
    "value" text not null check (value <> ''),
    "unit" text not null,
    constraint "order_delivery_points_of_delivery" primary key ("delivery_id", "position"),
    constraint "order_delivery_points_unit" check ((kind = 'number') = (unit <> ''))
  )`,
  `create table "order_review_events" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "kind" text not null check (kind in ('delivered', 'accepted', 'changes-asked', 'reopened', 'restored')),
    "number" bigint not null,
    "once" text,
    "way" text check (way in ('by-hand', 'by-time')),
    "text" text,
    "positions" text,
    "order_event_id" text references "order_events" ("id"),
    "author" text not null,
    "at" bigint not null,
    constraint "order_review_events_once" unique ("order_id", "number", "once"),
    constraint "order_review_events_of_delivery" foreign key ("order_id", "number") references "order_deliveries" ("order_id", "number"),
    constraint "order_review_events_once_by_kind" check (coalesce(once, '') = case kind when 'delivered' then 'delivery'
    when 'accepted' then 'answer' when 'changes-asked' then 'answer' else '' end),
    constraint "order_review_events_have_a_content" check ((kind = 'accepted') = (way is not null)
    and (kind = 'changes-asked') = (text is not null)
    and (text is null) = (positions is null))
  )`,
  `create index "order_review_events_of_order" on "order_review_events" ("order_id", "id")`,
  {
    sqlite: [
      `create trigger "order_points_no_update"
        before update on "order_points"
        begin select raise(abort, 'Rows of order_points are only ever added.'); end`,
      `create trigger "order_points_no_delete"
        before delete on "order_points"
        begin select raise(abort, 'Rows of order_points are only ever added.'); end`,
      `create trigger "order_points_no_replacement" before insert on "order_points"
        when exists (select 1 from "order_points" where "rowid" = new."rowid") or exists (select 1 from "order_points" where "order_id" = new."order_id" and "position" = new."position")
        begin select raise(abort, 'Rows of order_points are only ever added.'); end`,
      `create trigger "order_deliveries_no_update"
        before update on "order_deliveries"
        begin select raise(abort, 'Rows of order_deliveries are only ever added.'); end`,
      `create trigger "order_deliveries_no_delete"
        before delete on "order_deliveries"
        begin select raise(abort, 'Rows of order_deliveries are only ever added.'); end`,
      `create trigger "order_deliveries_no_replacement" before insert on "order_deliveries"
        when exists (select 1 from "order_deliveries" where "id" = new."id") or exists (select 1 from "order_deliveries" where "rowid" = new."rowid") or exists (select 1 from "order_deliveries" where "order_id" = new."order_id" and "number" = new."number")
        begin select raise(abort, 'Rows of order_deliveries are only ever added.'); end`,
      `create trigger "order_delivery_points_no_update"
        before update on "order_delivery_points"
        begin select raise(abort, 'Rows of order_delivery_points are only ever added.'); end`,
      `create trigger "order_delivery_points_no_delete"
        before delete on "order_delivery_points"
        begin select raise(abort, 'Rows of order_delivery_points are only ever added.'); end`,
      `create trigger "order_delivery_points_no_replacement" before insert on "order_delivery_points"
        when exists (select 1 from "order_delivery_points" where "rowid" = new."rowid") or exists (select 1 from "order_delivery_points" where "delivery_id" = new."delivery_id" and "position" = new."position")
        begin select raise(abort, 'Rows of order_delivery_points are only ever added.'); end`,
      `create trigger "order_review_events_no_update"
        before update on "order_review_events"
        begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
      `create trigger "order_review_events_no_delete"
        before delete on "order_review_events"
        begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
      `create trigger "order_review_events_no_replacement" before insert on "order_review_events"
        when exists (select 1 from "order_review_events" where "id" = new."id") or exists (select 1 from "order_review_events" where "rowid" = new."rowid") or exists (select 1 from "order_review_events" where "order_id" = new."order_id" and "number" = new."number" and "once" = new."once")
        begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
    ],
    postgres: [
      `create function "refuse_change_of_order_points"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of order_points are only ever added.'; end $$`,
      `create trigger "order_points_only_added_to"
        before update or delete on "order_points" for each row execute function "refuse_change_of_order_points"()`,
      `create trigger "order_points_never_emptied" before truncate on "order_points"
        for each statement execute function "refuse_change_of_order_points"()`,
      `create function "refuse_change_of_order_deliveries"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of order_deliveries are only ever added.'; end $$`,
      `create trigger "order_deliveries_only_added_to"
        before update or delete on "order_deliveries" for each row execute function "refuse_change_of_order_deliveries"()`,
      `create trigger "order_deliveries_never_emptied" before truncate on "order_deliveries"
        for each statement execute function "refuse_change_of_order_deliveries"()`,
      `create function "refuse_change_of_order_delivery_points"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of order_delivery_points are only ever added.'; end $$`,
      `create trigger "order_delivery_points_only_added_to"
        before update or delete on "order_delivery_points" for each row execute function "refuse_change_of_order_delivery_points"()`,
      `create trigger "order_delivery_points_never_emptied" before truncate on "order_delivery_points"
        for each statement execute function "refuse_change_of_order_delivery_points"()`,
      `create function "refuse_change_of_order_review_events"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of order_review_events are only ever added.'; end $$`,
      `create trigger "order_review_events_only_added_to"
        before update or delete on "order_review_events" for each row execute function "refuse_change_of_order_review_events"()`,
      `create trigger "order_review_events_never_emptied" before truncate on "order_review_events"
        for each statement execute function "refuse_change_of_order_review_events"()`,
    ],
  },
]);
