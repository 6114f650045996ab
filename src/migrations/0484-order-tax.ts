import { inSql } from "./in-sql.ts";

const columns = `"order_id", "position", "kind", "label", "quantity", "unit_cents", "repeats",
  "add_on_id", "coupon_id"`;
const kinds = `"kind" in ('plan', 'add-on', 'text', 'discount', 'coupon', 'tax')`;
// Tax of the first cycle alone takes some off where a coupon of the first cycle does.
const sign = `case when "kind" = 'tax' then true
  when "kind" in ('discount', 'coupon') then "unit_cents" <= 0 else "unit_cents" >= 0 end`;

// SQLite changes no constraint of a table, so the lines are copied.
export const migration = inSql([
  {
    sqlite: [
      `alter table "order_lines" rename to "former_lines"`,
      `create table "order_lines" (
        "order_id" text not null references "orders" ("id"),
        "position" integer not null check ("position" >= 1),
        "kind" text not null check (${kinds}),
        "label" text not null,
        "quantity" integer not null check ("quantity" >= 1),
        "unit_cents" bigint not null,
        "repeats" integer not null check ("repeats" in (0, 1)),
        "add_on_id" text,
        "coupon_id" text,
        constraint "order_lines_of_order" primary key ("order_id", "position"),
        constraint "order_lines_sign" check (${sign})
      )`,
      `insert into "order_lines" (${columns}) select ${columns} from "former_lines"`,
      `drop table "former_lines"`,
      `create trigger "order_lines_no_update" before update on "order_lines"
        begin select raise(abort, 'Rows of order_lines are only ever added.'); end`,
      `create trigger "order_lines_no_delete" before delete on "order_lines"
        when not (exists (select 1 from orders where id = old.order_id and is_demonstration = 1))
        begin select raise(abort, 'Rows of order_lines are only ever added.'); end`,
      `create trigger "order_lines_no_replacement" before insert on "order_lines"
        when exists (select 1 from "order_lines" where "rowid" = new."rowid")
          or exists (select 1 from "order_lines"
            where "order_id" = new."order_id" and "position" = new."position")
        begin select raise(abort, 'Rows of order_lines are only ever added.'); end`,
    ],
    postgres: [
      `alter table "order_lines"
        drop constraint "order_lines_kind_check",
        drop constraint "order_lines_sign",
        add constraint "order_lines_kind_check" check (${kinds}),
        add constraint "order_lines_sign" check (${sign})`,
    ],
  },
  `create table "order_tax" (
    "order_id" text not null primary key references "orders" ("id"),
    "category" text not null check ("category" in ('S', 'AE', 'G', 'O')),
    "rate_percent" text not null,
    "reason" text not null,
    "place" text not null check ("place" in ('inside', 'on top')),
    "country" text not null,
    "vat_number" text not null,
    "purchase_order" text not null
  )`,
]);
