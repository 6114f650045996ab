import { sql } from "kysely";
import type { Database } from "#platform/database/database.ts";
import type { Room } from "./full-disk.ts";

/** Room for a few orders. */
const fewPages = 12;

/** Simulates a full disk by SQLite's limit on the size of its file, which causes the same error. */
export function limitedPages({ libraryHandle }: Database): Room {
  return {
    async take() {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(libraryHandle);
      const most = (rows[0]?.page_count ?? 0) + fewPages;
      await sql.raw(`pragma max_page_count = ${most}`).execute(libraryHandle);
    },
    async giveBack() {
      await sql`pragma max_page_count = 4294967294`.execute(libraryHandle);
    },
  };
}
