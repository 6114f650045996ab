import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "month_reports" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "month" text not null,
    "state" text not null check (state in ('draft', 'reviewed', 'sent')),
    "done" text not null,
    "changed" text not null,
    "next" text not null,
    "revision" bigint not null,
    "author" text not null,
    "reviewer" text not null,
    "updated_at" bigint not null,
    "sent_at" bigint,
    constraint "month_reports_once" unique ("order_id", "month"),
    constraint "month_reports_sent" check ((state = 'sent') = (sent_at is not null))
  )`,
  `create index "month_reports_of_month" on "month_reports" ("month", "order_id")`,
  `create table "month_report_numbers" (
    "report_id" text not null references "month_reports" ("id") on delete cascade,
    "position" bigint not null,
    "label" text not null,
    "value" text not null,
    "earlier" text not null,
    "unit" text not null,
    "source" text not null,
    constraint "month_report_numbers_of_report" primary key ("report_id", "position")
  )`,
  `create table "month_report_links" (
    "id" text not null primary key,
    "report_id" text not null references "month_reports" ("id") on delete cascade,
    "token_hash" text not null unique,
    "company_id" text not null,
    "created_at" bigint not null,
    "expires_at" bigint not null,
    "revoked_at" bigint
  )`,
  `create index "month_report_links_of_report" on "month_report_links" ("report_id", "id")`,
]);
