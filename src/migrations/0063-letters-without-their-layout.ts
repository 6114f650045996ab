import { inSql } from "./in-sql.ts";

export const migration = inSql([`alter table "mail_outbox" add column "letter_content" text`]);
