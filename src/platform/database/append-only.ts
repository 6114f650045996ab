import { type Kysely, type RawBuilder, sql } from "kysely";
import { engineOf } from "./database.ts";

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

/**
 * Replaces the triggers of `appendOnlyTriggers`, so that rows for which `condition` is true can be
 * deleted. The condition names the columns of the row as `old.column`. No row can be changed.
 */
export function deletableTriggers<Schema>(
  db: Kysely<Schema>,
  table: string,
  condition: RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] {
  const refusal = sql.lit(`Rows of ${table} are only ever added.`);
  if (engineOf(db) === "sqlite") {
    const trigger = sql.ref(`${table}_no_delete`);
    return [
      sql`drop trigger ${trigger}`,
      sql`create trigger ${trigger} before delete on ${sql.table(table)}
        when not (${condition}) begin select raise(abort, ${refusal}); end`,
    ];
  }
  // "truncate" runs the same function and has no old row, so the conditions are nested.
  return [
    sql`create or replace function ${sql.ref(`refuse_change_of_${table}`)}() returns trigger
      language plpgsql as $$ begin
        if tg_op = 'DELETE' then
          if ${condition} then return old; end if;
        end if;
        raise exception ${refusal};
      end $$`,
  ];
}

/**
 * Triggers that close two gaps of `appendOnlyTriggers`: SQLite's "insert or replace" replaces a row
 * without firing the update and delete triggers, and PostgreSQL's "truncate" empties the table.
 * `keys` are all unique keys of the table. On SQLite the triggers also refuse "on conflict do
 * nothing", so the caller must look for an existing row before inserting.
 */
export function replacementTriggers<Schema>(
  db: Kysely<Schema>,
  table: string,
  ...keys: readonly (readonly string[])[]
): readonly RawBuilder<unknown>[] {
  const refusal = sql.lit(`Rows of ${table} are only ever added.`);
  if (engineOf(db) === "sqlite") {
    const isThere = keys.map((key) => {
      const same = key.map((column) => sql`${sql.ref(column)} = new.${sql.ref(column)}`);
      return sql`exists (select 1 from ${sql.table(table)} where ${sql.join(same, sql` and `)})`;
    });
    return [
      sql`create trigger ${sql.ref(`${table}_no_replacement`)} before insert on ${sql.table(table)}
        when ${sql.join(isThere, sql` or `)}
        begin select raise(abort, ${refusal}); end`,
    ];
  }
  return [
    sql`create trigger ${sql.ref(`${table}_never_emptied`)} before truncate on ${sql.table(table)}
      for each statement execute function ${sql.ref(`refuse_change_of_${table}`)}()`,
  ];
}
