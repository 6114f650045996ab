import { type Kysely, PostgresAdapter } from "kysely";
import type { Engine } from "./database.ts";

/** Which engine answers, for the few statements that one of them does not have (row locks). */
export function engineOf<Schema>(queries: Kysely<Schema>): Engine {
  return queries.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}
