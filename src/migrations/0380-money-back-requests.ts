import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "money_back_requests" (
    "order_id" text not null primary key references "orders" ("id"),
    "account_id" text not null,
    "reason" text not null,
    "asked_at" bigint not null,
    "declined_because" text,
    "declined_by" text,
    "declined_at" bigint,
    constraint "money_back_requests_declined_whole" check (
      ("declined_at" is null) = ("declined_because" is null)
      and ("declined_at" is null) = ("declined_by" is null)
    )
  )`,
  `create index "money_back_requests_not_declined" on "money_back_requests" ("asked_at")
    where "declined_at" is null`,
  `create index "money_back_requests_by_account_id" on "money_back_requests" ("account_id")`,
]);
