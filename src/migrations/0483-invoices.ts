import { inSql } from "./in-sql.ts";

const onlyAdded = "Rows of invoices are only ever added.";

export const migration = inSql([
  `create table "invoices" (
    "id" text not null primary key,
    "series_year" integer not null check ("series_year" >= 0),
    "sequence" integer not null check ("sequence" >= 1),
    "number" text not null unique,
    "kind" text not null check ("kind" in ('invoice', 'credit-note')),
    "order_id" text not null references "orders" ("id"),
    "company_id" text not null,
    "buyer_key" text not null,
    "corrects_id" text,
    "issued_at" bigint not null,
    "issued_on" text not null,
    "category" text not null check ("category" in ('S', 'AE', 'G', 'O')),
    "rate_percent" text not null,
    "net_cents" bigint not null check ("net_cents" >= 0),
    "tax_cents" bigint not null check ("tax_cents" >= 0),
    "rounding_cents" bigint not null,
    "total_cents" bigint not null check ("total_cents" > 0),
    "currency" text not null,
    "document" text not null,
    constraint "invoices_in_series" unique ("series_year", "sequence"),
    constraint "invoices_sum" check (
      "total_cents" = "net_cents" + "tax_cents" + "rounding_cents"
    ),
    constraint "invoices_correct_one" check (("kind" = 'credit-note') = ("corrects_id" is not null))
  )`,
  `create index "invoices_of_order" on "invoices" ("order_id", "id")`,
  `create index "invoices_of_company" on "invoices" ("company_id", "id")`,
  `create index "invoices_by_day" on "invoices" ("issued_on", "id")`,
  `create index "invoices_by_kind" on "invoices" ("kind", "issued_on", "id")`,
  `create index "invoices_by_buyer" on "invoices" ("buyer_key", "id")`,
  `create index "invoices_corrected" on "invoices" ("corrects_id")`,
  `create table "invoice_series" (
    "series_year" integer not null primary key,
    "next" integer not null check ("next" >= 1),
    "last_day" text not null
  )`,
  `create table "invoice_number_jumps" (
    "series_year" integer not null,
    "after_number" integer not null,
    "next_number" integer not null,
    constraint "invoice_number_jumps_of_series" primary key ("series_year", "after_number")
  )`,
  `create table "invoice_issuing" (
    "id" integer not null primary key check ("id" = 1),
    "since" bigint,
    "restored_at" bigint
  )`,
  `insert into "invoice_issuing" ("id") values (1)`,
  `create table "invoice_backlog" (
    "order_id" text not null primary key references "orders" ("id"),
    "since" bigint not null,
    "fault" text not null
  )`,
  {
    sqlite: [
      `create trigger "invoices_no_update" before update on "invoices"
        begin select raise(abort, '${onlyAdded}'); end`,
      `create trigger "invoices_no_delete" before delete on "invoices"
        begin select raise(abort, '${onlyAdded}'); end`,
      `create trigger "invoices_no_replacement" before insert on "invoices"
        when exists (select 1 from "invoices" where "id" = new."id")
          or exists (select 1 from "invoices" where "rowid" = new."rowid")
          or exists (select 1 from "invoices" where "number" = new."number")
          or exists (select 1 from "invoices"
            where "series_year" = new."series_year" and "sequence" = new."sequence")
        begin select raise(abort, '${onlyAdded}'); end`,
    ],
    postgres: [
      `create function "refuse_change_of_invoices"() returns trigger language plpgsql
        as $$ begin raise exception '${onlyAdded}'; end $$`,
      `create trigger "invoices_only_added_to" before update or delete on "invoices"
        for each row execute function "refuse_change_of_invoices"()`,
      `create trigger "invoices_never_emptied" before truncate on "invoices"
        for each statement execute function "refuse_change_of_invoices"()`,
    ],
  },
]);
