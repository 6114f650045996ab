import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "refund_requests" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "provider" text not null,
    "transaction_id" text not null,
    "attempt_id" text not null,
    "amount_cents" bigint not null check (amount_cents > 0),
    "currency" text not null check (currency = 'USD'),
    "state" text not null check (state in ('waiting', 'done', 'refused')),
    "attempts" integer not null,
    "next_attempt_at" bigint,
    "claimed_until" bigint,
    "refund_transaction_id" text,
    "reason" text,
    "requested_by" text not null,
    "requested_at" bigint not null,
    constraint "refund_requests_done_have_a_transaction" check (state <> 'done' or refund_transaction_id is not null)
  )`,
  `create unique index refund_requests_one_at_a_time
    on refund_requests (provider, transaction_id) where state = 'waiting'`,
  `create index refund_requests_due
    on refund_requests (next_attempt_at) where next_attempt_at is not null`,
  `create index "refund_requests_of_order" on "refund_requests" ("order_id")`,
  `create index "refund_requests_of_refund" on "refund_requests" ("refund_transaction_id", "provider")`,
]);
