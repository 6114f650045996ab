import { inSql } from "./in-sql.ts";

export const migration = inSql([
  {
    sqlite: [
      `create index subscribers_by_address
        on subscribers ("email_key", removed_at, id)`,
    ],
    postgres: [
      `create index subscribers_by_address
        on subscribers ("email_key" collate "C", removed_at, id)`,
    ],
  },
  `create index subscribers_unconfirmed on subscribers (id)
    where confirmed_at is null and removed_at is null`,
]);
