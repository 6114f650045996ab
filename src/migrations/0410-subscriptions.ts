import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "subscriptions" (
    "id" text not null primary key,
    "number" integer not null unique,
    "company_id" text not null,
    "account_id" text not null,
    "package_id" text not null,
    "package_name" text not null,
    "price_cents" integer not null,
    "currency" text not null,
    "charged" text not null,
    "minimum_cycles" integer not null,
    "working_days" integer not null,
    "included_rounds" integer not null,
    "refund_days" integer not null,
    "points" text not null,
    "anchor_day" integer not null,
    "provider" text,
    "provider_reference" text,
    "created_at" bigint not null,
    "started_at" bigint,
    "ended_at" bigint,
    constraint "subscriptions_charged_often" check ("charged" in ('monthly', 'quarterly', 'yearly')),
    constraint "subscriptions_anchor_in_month" check ("anchor_day" between 1 and 31),
    constraint "subscriptions_provider_whole" check (
      ("provider" is null) = ("provider_reference" is null)
    )
  )`,
  `create unique index "subscriptions_by_provider_reference" on "subscriptions"
    ("provider", "provider_reference") where "provider" is not null`,
  `create index "subscriptions_by_company_id" on "subscriptions" ("company_id")`,
  `create index "subscriptions_by_account_id" on "subscriptions" ("account_id")`,
  `create table "subscription_cycles" (
    "subscription_id" text not null references "subscriptions" ("id"),
    "number" integer not null,
    "period_start" text not null,
    "period_end" text not null,
    "order_id" text not null unique references "orders" ("id"),
    "price_cents" integer not null,
    "made_at" bigint not null,
    "due_at" bigint not null,
    "suspends_at" bigint not null,
    "withdrawn_at" bigint,
    primary key ("subscription_id", "period_start"),
    constraint "subscription_cycles_by_number" unique ("subscription_id", "number"),
    constraint "subscription_cycles_forward" check ("period_start" < "period_end")
  )`,
  `create table "subscription_events" (
    "id" text not null primary key,
    "subscription_id" text not null references "subscriptions" ("id"),
    "kind" text not null,
    "at" bigint not null,
    "author" text not null,
    "notification_id" text,
    "once" text,
    "day" text,
    "until_day" text,
    "price_cents" integer,
    "plan" text,
    "reason" text
  )`,
  `create index "subscription_events_by_subscription_id" on "subscription_events"
    ("subscription_id", "at")`,
  `create unique index "subscription_events_once" on "subscription_events"
    ("subscription_id", "once") where "once" is not null`,
  {
    sqlite: [
      `create trigger "subscription_events_unchanged" before update on "subscription_events"
        begin select raise(abort, 'subscription_events is append-only'); end`,
      `create trigger "subscription_events_undeleted" before delete on "subscription_events"
        begin select raise(abort, 'subscription_events is append-only'); end`,
    ],
    postgres: [
      `create function "refuse_changed_subscription_event"() returns trigger as $$
        begin raise exception 'subscription_events is append-only'; end $$ language plpgsql`,
      `create trigger "subscription_events_unchanged" before update or delete on "subscription_events"
        for each row execute function "refuse_changed_subscription_event"()`,
    ],
  },
]);
