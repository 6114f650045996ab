import { inSql } from "./in-sql.ts";

// Webhooks that an earlier version made do not send the events of subscriptions.
export const migration = inSql([
  `update "payment_accounts" set "due_at" = 0, "leased_until" = 0, "attempts" = 0
    where "state" = 'on'`,
]);
