import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "offers" (
    "id" text not null primary key,
    "email" text not null,
    "email_key" text not null,
    "name" text not null,
    "account_id" text,
    "company_id" text,
    "company_name" text not null,
    "title" text not null,
    "price_cents" bigint not null check ("price_cents" >= 0),
    "last_day" text not null,
    "ends_at" bigint not null,
    "version" integer not null check ("version" >= 1),
    "search_words" text not null,
    "author" text not null,
    "created_at" bigint not null,
    "sent_at" bigint,
    "withdrawn_at" bigint,
    "order_id" text unique references "orders" ("id"),
    "accepted_at" bigint,
    "accepted_version" integer,
    "pay_until" text,
    constraint "offers_accepted_with_order" check (
      ("order_id" is null) = ("accepted_at" is null)
      and ("order_id" is null) = ("accepted_version" is null)
    ),
    constraint "offers_not_accepted_and_withdrawn" check (
      "order_id" is null or "withdrawn_at" is null
    )
  )`,
  `create index "offers_by_time" on "offers" ("created_at", "id")`,
  `create index "offers_by_end" on "offers" ("ends_at")`,
  `create index "offers_of_account" on "offers" ("account_id")`,
  `create index "offers_of_address" on "offers" ("email_key")`,
  `create index "offers_of_company" on "offers" ("company_id")`,
  `create table "offer_versions" (
    "offer_id" text not null references "offers" ("id"),
    "number" integer not null check ("number" >= 1),
    "content" text not null,
    "author" text not null,
    "at" bigint not null,
    constraint "offer_versions_of_offer" primary key ("offer_id", "number")
  )`,
  `create table "offer_events" (
    "id" text not null primary key,
    "offer_id" text not null references "offers" ("id"),
    "kind" text not null check (
      "kind" in ('made', 'changed', 'sent', 'link', 'opened', 'accepted', 'withdrawn')
    ),
    "version" integer not null,
    "author" text not null,
    "at" bigint not null
  )`,
  `create index "offer_events_of_offer" on "offer_events" ("offer_id", "id")`,
  `create table "offer_links" (
    "id" text not null primary key,
    "token_hash" text not null unique,
    "offer_id" text not null references "offers" ("id"),
    "account_id" text,
    "email" text not null,
    "email_key" text not null,
    "made_at" bigint not null
  )`,
  `create index "offer_links_of_offer" on "offer_links" ("offer_id")`,
  `create index "offer_links_of_address" on "offer_links" ("email_key")`,
  `create index "offer_links_of_account" on "offer_links" ("account_id")`,
  `create table "offer_visits" (
    "id" text not null primary key,
    "secret_hash" text not null unique,
    "link_id" text not null references "offer_links" ("id"),
    "started_at" bigint not null,
    "seen_version" integer not null,
    "compared_version" integer not null,
    "code_hash" text not null,
    "code_expires_at" bigint not null,
    "code_attempts" integer not null,
    "proven_until" bigint not null
  )`,
  `create index "offer_visits_of_link" on "offer_visits" ("link_id", "started_at")`,
]);
