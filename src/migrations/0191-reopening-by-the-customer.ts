import { inSql } from "./in-sql.ts";

// `listReopenedOrders` reads this index, too.
export const migration = inSql([
  {
    sqlite: [
      `alter table order_review_events rename to former_review_events`,
      `create table "order_review_events" (
        "id" text not null primary key,
        "order_id" text not null references "orders" ("id"),
        "kind" text not null check (kind in ('delivered', 'accepted', 'changes-asked', 'reopened',
        'restored', 'reopened-by-customer')),
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
        and (kind in ('changes-asked', 'reopened-by-customer')) = (text is not null)
        and (kind = 'changes-asked') = (positions is not null))
      )`,
      `insert into order_review_events (id, order_id, kind, number, once, way, text, positions, order_event_id,
        author, at)
        select id, order_id, kind, number, once, way, text, positions, order_event_id,
        author, at from former_review_events`,
      `drop table former_review_events`,
      `create index "order_review_events_of_order" on "order_review_events" ("order_id", "id")`,
      `create trigger "order_review_events_no_update"
        before update on "order_review_events"
        begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
      `create trigger "order_review_events_no_delete"
        before delete on "order_review_events"
        begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
      `create trigger "order_review_events_no_replacement" before insert on "order_review_events"
        when exists (select 1 from "order_review_events" where "id" = new."id") or exists (select 1 from "order_review_events" where "rowid" = new."rowid") or exists (select 1 from "order_review_events" where "order_id" = new."order_id" and "number" = new."number" and "once" = new."once")
        begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
      `create trigger order_review_events_reopened_once_only before insert on order_review_events
        when new.kind = 'reopened-by-customer' and exists (select 1 from order_review_events
          where kind = 'reopened-by-customer' and order_id = new.order_id)
        begin select raise(abort, 'Rows of order_review_events are only ever added.'); end`,
    ],
    postgres: [
      `alter table order_review_events
            drop constraint order_review_events_kind_check,
            drop constraint order_review_events_have_a_content,
            add constraint order_review_events_kind_check check (kind in ('delivered', 'accepted', 'changes-asked', 'reopened',
        'restored', 'reopened-by-customer')),
            add constraint order_review_events_have_a_content check ((kind = 'accepted') = (way is not null)
        and (kind in ('changes-asked', 'reopened-by-customer')) = (text is not null)
        and (kind = 'changes-asked') = (positions is not null))`,
    ],
  },
  `create unique index order_review_events_reopened_once
    on order_review_events (kind, order_id) where kind = 'reopened-by-customer'`,
]);
