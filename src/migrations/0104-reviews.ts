import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "payment_notifications" add column "waits_for" text`,
  `alter table "payment_notifications" add column "resolution" text check (resolution in ('accepted', 'linked', 'refunded', 'dismissed', 'asked-again'))`,
  `alter table "payment_notifications" add column "resolved_at" bigint`,
  `alter table "payment_notifications" add column "resolved_by" text`,
  `alter table "payment_notifications" add column "resolution_note" text`,
  `create index payment_notifications_open_reviews on payment_notifications (id)
    where outcome = 'review' and resolution is null`,
  `create index payment_notifications_waiting
    on payment_notifications (provider, waits_for) where waits_for is not null`,
]);
