import { inSql } from "./in-sql.ts";

export const migration = inSql([
  "drop index site_checks_waiting",
  "drop index site_checks_leased",
  "alter table site_checks add column due_at bigint",
  `update site_checks set due_at = requested_at
    where state = 'fetching' or (state = 'waiting' and source_id is null)`,
  "alter table site_checks drop column lease_until",
  "alter table site_checks add column leased_until bigint not null default 0",
  "create index site_checks_due on site_checks (due_at, id) where due_at is not null",
]);
