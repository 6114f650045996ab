import { inSql } from "./in-sql.ts";

export const migration = inSql([`alter table "payment_ledger" add column "recorded_at" bigint`]);
