import type { Database, Queries } from "../../platform/database/database.ts";
import { nearerEnd, type Page, pageOf } from "../../platform/pages.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import type { MessageStatus } from "../inbox-tables.server.ts";
import { type FoundMessages, findMessages } from "./find-messages.server.ts";
import { asMessage, type Message } from "./message.ts";
import { searchWordsOf } from "./message-search.ts";

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
