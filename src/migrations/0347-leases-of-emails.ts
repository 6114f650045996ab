import { inSql } from "./in-sql.ts";

export const migration = inSql([
  "drop index mail_outbox_due",
  "alter table mail_outbox add column due_at bigint",
  "update mail_outbox set due_at = next_attempt_at where state = 'waiting'",
  "alter table mail_outbox drop column next_attempt_at",
  "alter table mail_outbox drop column claimed_until",
  "alter table mail_outbox add column leased_until bigint not null default 0",
  "create index mail_outbox_due on mail_outbox (due_at) where due_at is not null",
  "create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null",
]);
