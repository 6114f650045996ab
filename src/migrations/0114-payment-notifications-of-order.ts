import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create index "payment_notifications_of_order" on "payment_notifications" ("order_reference")`,
]);
