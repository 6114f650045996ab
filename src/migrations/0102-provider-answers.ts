import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "payment_attempts" add column "reference" text`,
  `alter table "payment_notifications" add column "source" text default 'provider' not null check (source in ('provider', 'answer', 'return'))`,
  `alter table "payment_notifications" add column "headers" text default '{}' not null`,
]);
