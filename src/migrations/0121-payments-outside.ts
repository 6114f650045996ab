import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table payment_ledger add column reference text
    check ((reference is not null) = (provider is not null and provider = 'outside'))`,
]);
