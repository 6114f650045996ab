import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "payment_attempts" (
    "id" text not null primary key,
    "order_reference" text not null,
    "provider" text not null,
    "amount_cents" bigint not null check (amount_cents > 0),
    "currency" text not null,
    "receiver" text not null,
    "created_at" bigint not null
  )`,
  `create index "payment_attempts_of_order" on "payment_attempts" ("order_reference")`,
]);
