import { inSql } from "./in-sql.ts";

// Every account becomes a company of one, which has the id of the account.
export const migration = inSql([
  `alter table "orders" add column "company_id" text default '' not null`,
  `alter table "orders" add column "company_name" text default '' not null`,
  `update orders set company_id = account_id`,
  `create index "orders_of_company" on "orders" ("company_id", "number")`,
]);
