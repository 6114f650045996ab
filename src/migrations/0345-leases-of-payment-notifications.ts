import { inSql } from "./in-sql.ts";

// The index covers every column that the queue's query reads, because a row also holds the
// raw body and is slow to read.
export const migration = inSql([
  "drop index payment_notifications_in_turn",
  "alter table payment_notifications rename column next_attempt_at to due_at",
  "alter table payment_notifications rename column verify_attempts to attempts",
  "alter table payment_notifications drop column claimed_until",
  "alter table payment_notifications add column leased_until bigint not null default 0",
  `create index payment_notifications_in_turn on payment_notifications
    (expected desc, attempts, turn, due_at, provider, leased_until)
    where due_at is not null`,
]);
