import { type Kysely, type RawBuilder, sql } from "kysely";
import { engineOf } from "./engine-of.ts";

/** Triggers with which the database itself refuses to change or remove a row of the table. */
export function appendOnlyTriggers<Schema>(
  db: Kysely<Schema>,
  table: string,
): readonly RawBuilder<unknown>[] {
  const refusal = sql.lit(`Rows of ${table} are only ever added.`);
  if (engineOf(db) === "sqlite") {
    return ["update", "delete"].map(
      (change) => sql`create trigger ${sql.ref(`${table}_no_${change}`)}
        before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, ${refusal}); end`,
    );
  }
  const refuse = sql.ref(`refuse_change_of_${table}`);
  return [
    sql`create function ${refuse}() returns trigger language plpgsql
      as $$ begin raise exception ${refusal}; end $$`,
    sql`create trigger ${sql.ref(`${table}_only_added_to`)}
      before update or delete on ${sql.table(table)} for each row execute function ${refuse}()`,
  ];
}
