import { inSql } from "./in-sql.ts";

// Earlier versions asked for no confirmation, so earlier subscribers count as confirmed.
export const migration = inSql([
  `alter table "subscribers" add column "confirmed_at" bigint`,
  `alter table "subscribers" add column "removed_at" bigint`,
  `update subscribers set confirmed_at = subscribed_at`,
  `create index subscribers_listed on subscribers (id)
    where removed_at is null`,
  `create index subscribers_removed on subscribers (removed_at)
    where removed_at is not null`,
  `create index subscribers_waiting on subscribers (subscribed_at)
    where confirmed_at is null`,
]);
