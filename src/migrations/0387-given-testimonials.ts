import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "given_testimonials" (
    "order_id" text not null primary key references "orders" ("id"),
    "account_id" text not null,
    "words" text not null,
    "person_name" text not null,
    "company" text not null,
    "company_link" text not null,
    "result_number" text not null,
    "result_text" text not null,
    "result_period" text not null,
    "given_at" bigint not null,
    "answer" text check (answer in ('published', 'declined')),
    "answered_by" text,
    "answered_at" bigint,
    "record_id" text,
    constraint "given_testimonials_answered_whole" check (
      ("answer" is null) = ("answered_by" is null)
      and ("answer" is null) = ("answered_at" is null)
      and ("record_id" is null or "answer" = 'published')
    )
  )`,
  `create index "given_testimonials_not_answered" on "given_testimonials" ("given_at")
    where "answer" is null`,
  `create index "given_testimonials_by_account_id" on "given_testimonials" ("account_id")`,
]);
