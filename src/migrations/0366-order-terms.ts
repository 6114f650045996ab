import { inSql } from "./in-sql.ts";

// Every order so far was promised two rounds of changes, and none a period for refunds.
export const migration = inSql([
  `alter table "orders" add column "included_rounds" bigint default 2 not null check (included_rounds between 0 and 20)`,
  `alter table "orders" add column "refund_days" bigint default 0 not null check (refund_days between 0 and 365)`,
]);
