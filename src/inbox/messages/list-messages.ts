import type { Database } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";
import { canBeId } from "../../platform/ids.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { asMessage, type Message, noSuchMessage } from "./message.ts";

interface ListRange {
  readonly limit?: number | undefined;
  /** Id of the message after which the list begins; that message may be deleted. */
  readonly after?: string | undefined;
}

/**
 * Messages, oldest first, in chunks. Throws "unauthenticated", "forbidden", and "not-found" for an
 * invalid `after`, at the first step.
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

const rowId = ({ id }: { readonly id: string }) => id;

/** Number of unread messages, at most `most`: every screen of the panel shows it. */
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
