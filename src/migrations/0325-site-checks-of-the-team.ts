import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "site_checks" add column "requested_by" text default '' not null`,
  `alter table "site_checks" add column "person_email" text default '' not null`,
  `alter table "site_checks" add column "person_name" text default '' not null`,
  `create index site_checks_of_person on site_checks (lower(person_email))
    where person_email <> ''`,
]);
