import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "coupons" (
    "id" text not null primary key,
    "code" text not null,
    "folded_code" text not null unique,
    "kind" text not null check ("kind" in ('percent', 'amount')),
    "value" bigint not null check ("value" > 0),
    "plans" text not null,
    "from_day" text,
    "until_day" text,
    "first_order_only" bigint not null,
    "most_per_customer" bigint,
    "most_in_all" bigint,
    "cycles" bigint,
    "note" text not null,
    "created_at" bigint not null,
    "ended_at" bigint
  )`,
  `create index "coupons_by_time" on "coupons" ("created_at", "id")`,
  // The order is inserted after its place, so the place refers to no row at first.
  `create table "coupon_places" (
    "order_id" text not null primary key,
    "coupon_id" text not null references "coupons" ("id"),
    "place" bigint,
    "taken_at" bigint not null,
    "given_back_at" bigint,
    "is_over" bigint not null default 0,
    unique ("coupon_id", "place")
  )`,
  `create index "coupon_places_by_time" on "coupon_places" ("coupon_id", "taken_at", "order_id")`,
]);
