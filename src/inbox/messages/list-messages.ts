import { setImmediate as letOthersWork } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, engineOf, type Queries } from "#platform/database/database.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import { canBeId } from "#platform/ids.ts";
import { type ListRange, nearerEnd, type Page, pageOf } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { MessageStatus } from "../inbox-tables.server.ts";
import { asMessage, type Message, noSuchMessage } from "./message.ts";
import { searchWordsOf } from "./message-search.ts";

/**
 * Yields messages in chunks, oldest first. The first step throws "unauthenticated", "forbidden",
 * and "not-found" when `after` cannot be an id.
 */
export async function* listMessages(
  { database }: { readonly database: Database },
  actor: Actor,
  { limit, after = "" }: ListRange = {},
): AsyncGenerator<readonly Message[]> {
  requireRight(actor, "see messages");
  if (!canBeId(after)) throw noSuchMessage();
  const chunks = rowChunks({ after, limit }, rowId, (last, size) =>
    database.read
      .selectFrom("messages")
      .selectAll()
      .where("deleted_at", "is", null)
      .where("id", ">", last)
      .orderBy("id")
      .limit(size)
      .execute(),
  );
  for await (const rows of chunks) yield rows.map(asMessage);
}

export async function listDeletedMessages(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<readonly DeletedMessage[]> {
  requireRight(actor, "see messages");
  const rows = await database.read
    .selectFrom("messages")
    .selectAll()
    .where("deleted_at", "is not", null)
    .orderBy("deleted_at", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...asMessage(row), deletedAt: row.deleted_at ?? 0 }));
}

interface DeletedMessage extends Message {
  readonly deletedAt: number;
}

/**
 * Counts at most `most` unread messages, because every screen of the panel waits for this number.
 */
export async function countUnread(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<number> {
  requireRight(actor, "see messages");
  const { unread } = await database.read
    .selectFrom(
      database.read
        .selectFrom("messages")
        .select("id")
        .where("status", "=", "UnRead")
        .where("deleted_at", "is", null)
        .limit(most)
        .as("unread_messages"),
    )
    .select((select) => select.fn.countAll<number | string>().as("unread"))
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/**
 * Rows per query. On SQLite such a query takes one or two milliseconds, in which all other requests
 * wait.
 */
const chunkSize = 500;

/** Maximum number of rows that one search examines, so that its duration has a limit. */
export const mostLookedThrough = 2000;

interface FoundMessages {
  readonly ids: Readonly<Record<MessageStatus, readonly string[]>>;
  /**
   * Id of the last message that the search examined; null when the search reached the end of the
   * list.
   */
  readonly continuesAfter: string | null;
}

type MessageSort = "newest" | "oldest";

const directionOf = { newest: "desc", oldest: "asc" } as const;

interface MessageSearch {
  readonly words: readonly string[];
  readonly after: string;
  readonly sort: MessageSort;
}

/**
 * Finds messages that contain every word. Starts at the first message in the order of the sort, or
 * after the message `after`. Reads the messages in chunks, and lets other requests run after each
 * chunk.
 */
async function findMessages(
  queries: Queries,
  { words, after, sort }: MessageSearch,
): Promise<FoundMessages> {
  const positionIn = sql.raw(engineOf(queries) === "postgres" ? "strpos" : "instr");
  const has = (word: string) => sql`${positionIn}(search_text, ${word}) > 0`;
  const matches = sql<number>`case when ${sql.join(words.map(has), sql` and `)} then 1 else 0 end`;
  const ids = { UnRead: [] as string[], Read: [] as string[] };
  let last: string | undefined = after;
  for (let lookedThrough = 0; lookedThrough < mostLookedThrough; lookedThrough += chunkSize) {
    const before: string | undefined = last;
    const rows = await queries
      .selectFrom("messages")
      .select(["id", "status", matches.as("matches")])
      .where("deleted_at", "is", null)
      .$if(before !== undefined && before !== "", (query) =>
        query.where("id", sort === "newest" ? "<" : ">", before as string),
      )
      .orderBy("id", directionOf[sort])
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
  /** "" for all messages. */
  readonly search: string;
  /** `continuesAfter` of the unfinished search; "" for a new search. */
  readonly after?: string;
  /** Counts from 1. A number out of range gives the nearest page. */
  readonly unreadPage: number;
  readonly readPage: number;
  readonly pageSize: number;
  readonly sort?: MessageSort;
}

interface MessagePages {
  readonly unread: Page<Message>;
  readonly read: Page<Message>;
  /** Null when the search is finished. */
  readonly continuesAfter: string | null;
}

/** Throws "forbidden". */
export async function pagesOfMessages(
  { database }: { readonly database: Database },
  actor: Actor,
  { search, after = "", unreadPage, readPage, pageSize, sort = "newest" }: MessagePagesRequest,
): Promise<MessagePages> {
  requireRight(actor, "see messages");
  const words = searchWordsOf(search);
  const found =
    words.length === 0 ? null : await findMessages(database.read, { words, after, sort });
  const pageOfThose = (status: MessageStatus, page: number) => {
    const wanted = { status, page, pageSize, sort };
    return found === null
      ? pageOfAll(database.read, wanted)
      : pageOfFound(database.read, found, wanted);
  };
  const [unread, read] = await Promise.all([
    pageOfThose("UnRead", unreadPage),
    pageOfThose("Read", readPage),
  ]);
  return { unread, read, continuesAfter: found?.continuesAfter ?? null };
}

interface WantedPage {
  readonly status: MessageStatus;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: MessageSort;
}

async function pageOfAll(
  queries: Queries,
  { status, page, pageSize, sort }: WantedPage,
): Promise<Page<Message>> {
  // With exactly these conditions the database counts the messages in the index `messages_counted`.
  const kept = queries
    .selectFrom("messages")
    .where("status", "=", status)
    .where("deleted_at", "is", null);
  const { total } = await kept
    .select((select) => select.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total: Number(total) }, async (pageOffset) => {
    const { order, offset, size } = nearerEnd(pageOffset, pageSize, Number(total));
    const direction = (order === "desc") === (sort === "newest") ? "desc" : "asc";
    const rows = await kept
      .select("id")
      .orderBy("id", direction)
      .limit(size)
      .offset(offset)
      .execute();
    const ids = rows.map(({ id }) => id);
    return readThese(queries, ids, sort);
  });
}

function pageOfFound(
  queries: Queries,
  found: FoundMessages,
  { status, page, pageSize, sort }: WantedPage,
): Promise<Page<Message>> {
  const ids = found.ids[status];
  return pageOf({ page, pageSize, total: ids.length }, (offset) =>
    readThese(queries, ids.slice(offset, offset + pageSize), sort),
  );
}

async function readThese(
  queries: Queries,
  ids: readonly string[],
  sort: MessageSort,
): Promise<Message[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom("messages")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id", directionOf[sort])
    .execute();
  return rows.map(asMessage);
}
