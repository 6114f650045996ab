import { inSql } from "./in-sql.ts";

export const migration = inSql([`alter table "order_review_events" add column "account_id" text`]);
