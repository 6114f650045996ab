import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create index payment_notifications_heard on payment_notifications ("provider", "received_at")
    where "state" = 'verified' and "source" = 'provider'`,
]);
