import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "subscription_calls" (
    "id" text not null primary key,
    "subscription_id" text not null references "subscriptions" ("id"),
    "provider" text not null,
    "reference" text not null,
    "kind" text not null,
    "until" bigint,
    "terms" text,
    "requested_at" bigint not null,
    "state" text not null default 'waiting',
    "reason" text,
    "due_at" bigint,
    "leased_until" bigint not null default 0,
    "attempts" integer not null default 0
  )`,
  `create index "subscription_calls_by_due_at" on "subscription_calls" ("due_at")
    where "due_at" is not null`,
  `create index "subscription_calls_by_subscription_id" on "subscription_calls" ("subscription_id")`,
  `create index "subscription_calls_by_state" on "subscription_calls" ("state")`,
  `create table "subscription_sweeps" (
    "provider" text not null primary key,
    "due_at" bigint,
    "leased_until" bigint not null default 0,
    "attempts" integer not null default 0
  )`,
]);
