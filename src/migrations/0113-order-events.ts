import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_events" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "kind" text not null check (kind in ('status', 'note')),
    "order_status" text check (order_status in ('Pending', 'Delivered')),
    "note" text,
    "author" text not null,
    "at" bigint not null,
    constraint "order_events_have_a_content" check ((kind = 'status') = (order_status is not null) and (kind = 'note') = (note is not null))
  )`,
  `create index "order_events_of_order" on "order_events" ("order_id", "id")`,
  {
    sqlite: [
      `create trigger "order_events_no_update"
        before update on "order_events"
        begin select raise(abort, 'Rows of order_events are only ever added.'); end`,
      `create trigger "order_events_no_delete"
        before delete on "order_events"
        begin select raise(abort, 'Rows of order_events are only ever added.'); end`,
    ],
    postgres: [
      `create function "refuse_change_of_order_events"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of order_events are only ever added.'; end $$`,
      `create trigger "order_events_only_added_to"
        before update or delete on "order_events" for each row execute function "refuse_change_of_order_events"()`,
    ],
  },
]);
