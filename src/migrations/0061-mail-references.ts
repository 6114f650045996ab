import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "mail_outbox" add column "letter" text`,
  `alter table "mail_outbox" add column "about" text`,
  `alter table "mail_outbox" add column "reply_to" text`,
  `alter table "mail_outbox" add column "unsubscribe_url" text`,
  `create index "mail_outbox_about" on "mail_outbox" ("about", "id")`,
]);
