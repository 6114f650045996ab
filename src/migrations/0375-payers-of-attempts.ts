import { inSql } from "./in-sql.ts";

export const migration = inSql([`alter table "payment_attempts" add column "account_id" text`]);
