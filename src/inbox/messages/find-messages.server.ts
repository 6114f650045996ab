import { setImmediate as letOthersWork } from "node:timers/promises";
import { sql } from "kysely";
import type { Queries } from "../../platform/database/database.ts";
import { engineOf } from "../../platform/database/engine-of.ts";
import type { MessageStatus } from "../inbox-tables.server.ts";

/** Rows looked through per query: a millisecond or two on SQLite, which nothing else can use. */
const chunkSize = 500;

/** However many messages there are, one search takes no longer than to look through so many. */
export const mostLookedThrough = 2000;

export interface FoundMessages {
  /** The ids of the messages that match, newest first. */
  readonly ids: Readonly<Record<MessageStatus, readonly string[]>>;
  /** The id of the message behind which the search goes on; null where it came to the end. */
  readonly continuesAfter: string | null;
}

/**
 * The messages that have every word, from the newest on or from behind `after`. Lets others work in
 * between.
 */
export async function findMessages(
  queries: Queries,
  words: readonly string[],
  after: string | undefined,
): Promise<FoundMessages> {
  const positionIn = sql.raw(engineOf(queries) === "postgres" ? "strpos" : "instr");
  const has = (word: string) => sql`${positionIn}(search_text, ${word}) > 0`;
  const matches = sql<number>`case when ${sql.join(words.map(has), sql` and `)} then 1 else 0 end`;
  const ids = { UnRead: [] as string[], Read: [] as string[] };
  let last = after;
  for (let lookedThrough = 0; lookedThrough < mostLookedThrough; lookedThrough += chunkSize) {
    const before = last;
    const rows = await queries
      .selectFrom("messages")
      .select(["id", "status", matches.as("matches")])
      .where("deleted_at", "is", null)
      .$if(before !== undefined, (query) => query.where("id", "<", before as string))
      .orderBy("id", "desc")
      .limit(chunkSize)
      .execute();
    for (const row of rows) if (row.matches === 1) ids[row.status].push(row.id);
    if (rows.length < chunkSize) return { ids, continuesAfter: null };
    last = rows.at(-1)?.id;
    await letOthersWork();
  }
  return { ids, continuesAfter: last ?? null };
}
