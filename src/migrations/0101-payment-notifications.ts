import { inSql } from "./in-sql.ts";

// Only verified notifications are unique; otherwise a forgery with the same transaction id
// would block the genuine notification.
export const migration = inSql([
  {
    sqlite: [
      `create table "payment_notifications" (
        "id" text not null primary key,
        "provider" text not null,
        "received_at" bigint not null,
        "content_type" text not null,
        "raw" blob not null,
        "state" text not null check (state in ('received', 'verified', 'duplicate', 'invalid', 'ignored', 'unanswered')),
        "verify_attempts" integer default 0 not null,
        "next_attempt_at" bigint,
        "claimed_until" bigint,
        "verified_at" bigint,
        "transaction_id" text,
        "payment_status" text,
        "attempt_id" text,
        "order_reference" text,
        "expected" integer not null check (expected in (0, 1)),
        "outcome" text check (outcome in ('applied', 'no-effect', 'review')),
        "outcome_reason" text
      )`,
    ],
    postgres: [
      `create table "payment_notifications" (
        "id" text not null primary key,
        "provider" text not null,
        "received_at" bigint not null,
        "content_type" text not null,
        "raw" bytea not null,
        "state" text not null check (state in ('received', 'verified', 'duplicate', 'invalid', 'ignored', 'unanswered')),
        "verify_attempts" integer default 0 not null,
        "next_attempt_at" bigint,
        "claimed_until" bigint,
        "verified_at" bigint,
        "transaction_id" text,
        "payment_status" text,
        "attempt_id" text,
        "order_reference" text,
        "expected" integer not null check (expected in (0, 1)),
        "outcome" text check (outcome in ('applied', 'no-effect', 'review')),
        "outcome_reason" text
      )`,
    ],
  },
  `create unique index "payment_notifications_once" on "payment_notifications" ("provider", "transaction_id", "payment_status") where "state" = 'verified'`,
  `create index payment_notifications_due
    on payment_notifications (expected desc, next_attempt_at) where next_attempt_at is not null`,
  `create index payment_notifications_without_effect
    on payment_notifications (received_at)
    where state in ('invalid', 'duplicate', 'ignored')`,
  `create index "payment_notifications_of_attempt" on "payment_notifications" ("attempt_id")`,
]);
