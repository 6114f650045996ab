import { inSql } from "./in-sql.ts";

// The index covers every column that the queue's query reads, because a row also holds the
// raw body and is slow to read.
export const migration = inSql([
  `alter table "payment_notifications" add column "turn" integer default 0 not null`,
  `create index payment_notifications_in_turn on payment_notifications
    (expected desc, verify_attempts, turn, next_attempt_at, provider, claimed_until)
    where next_attempt_at is not null`,
  `create index payment_notifications_waiting_of_attempt on payment_notifications
    (attempt_id, expected) where next_attempt_at is not null`,
]);
