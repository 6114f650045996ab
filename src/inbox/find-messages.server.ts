import { setImmediate as letOthersWork } from "node:timers/promises";
import { sql } from "kysely";
import type { Queries } from "../platform/database.ts";
import { engineOf } from "../platform/engine-of.ts";
import type { MessageStatus } from "./inbox-tables.server.ts";

/** Rows looked through per query: a millisecond or two on SQLite, which nothing else can use. */
const chunkSize = 500;

/** The ids of the messages that match, newest first. */
export type FoundMessages = Readonly<Record<MessageStatus, readonly string[]>>;

/** The messages that have every word. Goes through all of them, and lets others work in between. */
export async function findMessages(
  queries: Queries,
  words: readonly string[],
): Promise<FoundMessages> {
  const positionIn = sql.raw(engineOf(queries) === "postgres" ? "strpos" : "instr");
  const has = (word: string) => sql`${positionIn}(search_text, ${word}) > 0`;
  const matches = sql<number>`case when ${sql.join(words.map(has), sql` and `)} then 1 else 0 end`;
  const found = { UnRead: [] as string[], Read: [] as string[] };
  for (let last: string | undefined; ; ) {
    const before = last;
    const rows = await queries
      .selectFrom("messages")
      .select(["id", "status", matches.as("matches")])
      .where("deleted_at", "is", null)
      .$if(before !== undefined, (query) => query.where("id", "<", before as string))
      .orderBy("id", "desc")
      .limit(chunkSize)
      .execute();
    for (const row of rows) if (row.matches === 1) found[row.status].push(row.id);
    if (rows.length < chunkSize) return found;
    last = rows.at(-1)?.id;
    await letOthersWork();
  }
}
