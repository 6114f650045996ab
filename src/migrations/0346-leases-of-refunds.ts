import { inSql } from "./in-sql.ts";

export const migration = inSql([
  "alter table refund_requests rename column next_attempt_at to due_at",
  "alter table refund_requests drop column claimed_until",
  "alter table refund_requests add column leased_until bigint not null default 0",
]);
