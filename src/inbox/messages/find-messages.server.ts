import { setImmediate as letOthersWork } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, engineOf, type Queries } from "../../platform/database/database.ts";
import { nearerEnd, type Page, pageOf } from "../../platform/pages.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import type { MessageStatus } from "../inbox-tables.server.ts";
import { asMessage, type Message } from "./message.ts";
import { searchWordsOf } from "./message-search.ts";

/** Rows looked through per query: a millisecond or two on SQLite, which nothing else can use. */
const chunkSize = 500;

/** However many messages there are, one search takes no longer than to look through so many. */
export const mostLookedThrough = 2000;

interface FoundMessages {
  /** The ids of the messages that match, newest first. */
  readonly ids: Readonly<Record<MessageStatus, readonly string[]>>;
  /** The id of the message behind which the search goes on; null where it came to the end. */
  readonly continuesAfter: string | null;
}

/**
 * The messages that have every word, from the newest on or from behind `after`. Lets others work in
 * between.
 */
async function findMessages(
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

interface MessagePagesRequest {
  /** As it was typed; empty for every message. */
  readonly search: string;
  /** The id of the message behind which a search goes on. */
  readonly after?: string | undefined;
  /** Counted from 1, and brought into range. */
  readonly unreadPage: number;
  readonly readPage: number;
  readonly pageSize: number;
}

interface MessagePages {
  readonly unread: Page<Message>;
  readonly read: Page<Message>;
  /** Where a search goes on that has not come to the end; null where it has, or where none is. */
  readonly continuesAfter: string | null;
}

/** One page of the unread and one of the read messages, newest first. Throws "forbidden". */
export async function pagesOfMessages(
  { database }: { readonly database: Database },
  actor: Actor,
  { search, after, unreadPage, readPage, pageSize }: MessagePagesRequest,
): Promise<MessagePages> {
  requireRight(actor, "see messages");
  const words = searchWordsOf(search);
  const found = words.length === 0 ? null : await findMessages(database.read, words, after);
  const pageOfThose = (status: MessageStatus, page: number) =>
    found === null
      ? pageOfAll(database.read, status, page, pageSize)
      : pageOfFound(database.read, found, status, page, pageSize);
  const [unread, read] = await Promise.all([
    pageOfThose("UnRead", unreadPage),
    pageOfThose("Read", readPage),
  ]);
  return { unread, read, continuesAfter: found?.continuesAfter ?? null };
}

async function pageOfAll(
  queries: Queries,
  status: MessageStatus,
  page: number,
  pageSize: number,
): Promise<Page<Message>> {
  // Both are answered from the index of kept messages alone.
  const kept = queries
    .selectFrom("messages")
    .where("status", "=", status)
    .where("deleted_at", "is", null);
  const { total } = await kept
    .select((select) => select.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total: Number(total) }, async (pageOffset) => {
    const { order, offset, size } = nearerEnd(pageOffset, pageSize, Number(total));
    const ids = await kept.select("id").orderBy("id", order).limit(size).offset(offset).execute();
    return readThese(
      queries,
      ids.map(({ id }) => id),
    );
  });
}

function pageOfFound(
  queries: Queries,
  found: FoundMessages,
  status: MessageStatus,
  page: number,
  pageSize: number,
): Promise<Page<Message>> {
  const ids = found.ids[status];
  return pageOf({ page, pageSize, total: ids.length }, (offset) =>
    readThese(queries, ids.slice(offset, offset + pageSize)),
  );
}

/** Newest first. */
async function readThese(queries: Queries, ids: readonly string[]): Promise<Message[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom("messages")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id", "desc")
    .execute();
  return rows.map(asMessage);
}
