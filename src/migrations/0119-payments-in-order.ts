import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create index payment_ledger_payments on payment_ledger (id)
    where kind = 'payment'`,
]);
