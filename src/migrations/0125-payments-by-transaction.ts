import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create index payment_ledger_by_transaction on payment_ledger (transaction_id, id)
    where kind = 'payment'`,
]);
