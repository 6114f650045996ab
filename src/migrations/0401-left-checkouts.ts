import { inSql } from "./in-sql.ts";

export const migration = inSql([`alter table "payment_attempts" add column "left_at" bigint`]);
