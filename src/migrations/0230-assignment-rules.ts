import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "assignment_rules" (
    "plan_id" text not null,
    "account_id" text not null,
    constraint "assignment_rules_key" primary key ("plan_id", "account_id")
  )`,
  `create index "assignment_rules_of_account" on "assignment_rules" ("account_id")`,
]);
