import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** A statement of both engines, or what each engine runs at this place. */
type Statement =
  | string
  | { readonly sqlite: readonly string[]; readonly postgres: readonly string[] };

/** A migration that runs statements, in their order. */
export function inSql(statements: readonly Statement[]): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
      for (const statement of statements) {
        const parts =
          typeof statement === "string"
            ? [statement]
            : statement[isPostgres ? "postgres" : "sqlite"];
        for (const part of parts) await sql.raw(part).execute(db);
      }
    },
  };
}
