import type { Database } from "../platform/database.ts";
import { type Page, pageOf } from "../platform/pages.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import type { MessageStatus } from "./inbox-tables.server.ts";
import { asMessage, type Message } from "./messages.ts";

interface MessagePageRequest {
  readonly status: MessageStatus;
  /** Counted from 1, and brought into range. */
  readonly page: number;
  readonly pageSize: number;
}

/** One page of the read or of the unread messages, newest first. */
export async function pageOfMessages(
  { database }: { readonly database: Database },
  actor: Actor,
  { status, page, pageSize }: MessagePageRequest,
): Promise<Page<Message>> {
  requireRight(actor, "see messages");
  const messages = database.read.selectFrom("messages").where("status", "=", status);
  const { total } = await messages
    .select((select) => select.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total: Number(total) }, async (offset) => {
    const rows = await messages
      .selectAll()
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.map(asMessage);
  });
}
