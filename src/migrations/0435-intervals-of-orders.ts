import { inSql } from "./in-sql.ts";

// Every order so far is charged once.
export const migration = inSql([
  `alter table "orders" add column "charged" text default 'once' not null check (charged in ('once', 'monthly', 'quarterly', 'yearly'))`,
  `alter table "orders" add column "minimum_cycles" bigint default 0 not null check (minimum_cycles between 0 and 12)`,
]);
