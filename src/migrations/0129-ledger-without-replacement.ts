import { inSql } from "./in-sql.ts";

export const migration = inSql([
  {
    sqlite: [
      `create trigger "payment_ledger_no_replacement" before insert on "payment_ledger"
        when exists (select 1 from "payment_ledger" where "id" = new."id") or exists (select 1 from "payment_ledger" where "rowid" = new."rowid") or exists (select 1 from "payment_ledger" where "provider" = new."provider" and "transaction_id" = new."transaction_id" and "kind" = new."kind")
        begin select raise(abort, 'Rows of payment_ledger are only ever added.'); end`,
      `create trigger "order_events_no_replacement" before insert on "order_events"
        when exists (select 1 from "order_events" where "id" = new."id") or exists (select 1 from "order_events" where "rowid" = new."rowid")
        begin select raise(abort, 'Rows of order_events are only ever added.'); end`,
    ],
    postgres: [
      `create trigger "payment_ledger_never_emptied" before truncate on "payment_ledger"
        for each statement execute function "refuse_change_of_payment_ledger"()`,
      `create trigger "order_events_never_emptied" before truncate on "order_events"
        for each statement execute function "refuse_change_of_order_events"()`,
    ],
  },
]);
