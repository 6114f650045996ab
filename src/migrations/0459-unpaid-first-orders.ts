import { inSql } from "./in-sql.ts";

// The job finds out until when the first payment is awaited, so it may be due at once.
export const migration = inSql([
  `insert into "scheduled_jobs" ("kind", "subject", "scheduled_for", "due_at")
    select 'subscription', "id", "created_at", "created_at" from "subscriptions"
    where "started_at" is null and "ended_at" is null
    on conflict do nothing`,
]);
