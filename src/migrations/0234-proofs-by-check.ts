import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_delivery_checks" (
    "delivery_id" text not null references "order_deliveries" ("id"),
    "position" bigint not null,
    "check_name" text not null,
    "pages" text not null,
    "website" text not null,
    "before_at" bigint not null,
    "after_at" bigint not null,
    constraint "order_delivery_checks_of_delivery" primary key ("delivery_id", "position")
  )`,
  {
    sqlite: [
      `create trigger "order_delivery_checks_no_update"
        before update on "order_delivery_checks"
        begin select raise(abort, 'Rows of order_delivery_checks are only ever added.'); end`,
      `create trigger "order_delivery_checks_no_delete"
        before delete on "order_delivery_checks"
        begin select raise(abort, 'Rows of order_delivery_checks are only ever added.'); end`,
      `create trigger "order_delivery_checks_no_replacement" before insert on "order_delivery_checks"
        when exists (select 1 from "order_delivery_checks" where "rowid" = new."rowid") or exists (select 1 from "order_delivery_checks" where "delivery_id" = new."delivery_id" and "position" = new."position")
        begin select raise(abort, 'Rows of order_delivery_checks are only ever added.'); end`,
    ],
    postgres: [
      `create function "refuse_change_of_order_delivery_checks"() returns trigger language plpgsql
        as $$ begin raise exception 'Rows of order_delivery_checks are only ever added.'; end $$`,
      `create trigger "order_delivery_checks_only_added_to"
        before update or delete on "order_delivery_checks" for each row execute function "refuse_change_of_order_delivery_checks"()`,
      `create trigger "order_delivery_checks_never_emptied" before truncate on "order_delivery_checks"
        for each statement execute function "refuse_change_of_order_delivery_checks"()`,
    ],
  },
]);
