import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { waitFor } from "../wait-for.ts";

/**
 * Resolves when a transaction waits for a lock of another one. On SQLite it resolves at once: SQLite
 * runs one write transaction at a time.
 */
export async function waitsForLock(database: Database): Promise<void> {
  if (database.engine === "sqlite") return;
  await waitFor(async () => {
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    expect((await waiting.execute(database.read)).rows).toHaveLength(1);
  });
}
