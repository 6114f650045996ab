import { type Kysely, type RawBuilder, sql } from "kysely";
import { engineOf } from "../platform/engine-of.ts";

/** The database itself refuses to change or remove what the ledger says. */
export function ledgerTriggers<Schema>(db: Kysely<Schema>): readonly RawBuilder<unknown>[] {
  if (engineOf(db) === "sqlite") return ["update", "delete"].map(refuseOnSqlite);
  return [
    sql`create function refuse_ledger_change() returns trigger language plpgsql
      as $$ begin raise exception 'The ledger is only added to.'; end $$`,
    sql`create trigger payment_ledger_only_added_to before update or delete on payment_ledger
      for each row execute function refuse_ledger_change()`,
  ];
}

function refuseOnSqlite(change: string): RawBuilder<unknown> {
  return sql`create trigger ${sql.ref(`payment_ledger_no_${change}`)}
    before ${sql.raw(change)} on payment_ledger
    begin select raise(abort, 'The ledger is only added to.'); end`;
}
