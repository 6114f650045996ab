import type { Database, Queries } from "#platform/database/database.ts";
import { canBeId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { asMessage, type Message, noSuchMessage } from "./message.ts";

/** Throws "not-found", also for a message in the trash. */
export async function readMessage(
  { database }: { readonly database: Database },
  actor: Actor,
  id: string,
): Promise<Message> {
  requireRight(actor, "see messages");
  if (!canBeId(id)) throw noSuchMessage();
  const row = await database.read
    .selectFrom("messages")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw noSuchMessage();
  return asMessage(row);
}

export interface MessageAnswer {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly author: string;
  readonly sentAt: number;
}

/**
 * Reads a message, also from the trash, with its answers (oldest first) and the ids of the next
 * older and the next newer message. Throws "not-found".
 */
export async function viewMessage(
  { database }: { readonly database: Database },
  actor: Actor,
  id: string,
) {
  requireRight(actor, "see messages");
  if (!canBeId(id)) throw noSuchMessage();
  const message = database.read.selectFrom("messages").selectAll().where("id", "=", id);
  const row = await message.executeTakeFirst();
  if (row === undefined) throw noSuchMessage();
  return {
    message: asMessage(row),
    receivedAt: row.received_at,
    isDeleted: row.deleted_at !== null,
    answers: await answersTo(database.read, id),
    olderId: await neighbourOf(database.read, id, "<"),
    newerId: await neighbourOf(database.read, id, ">"),
  };
}

function answersTo(queries: Queries, id: string): Promise<readonly MessageAnswer[]> {
  return queries
    .selectFrom("message_answers")
    .select(["id", "subject", "text", "author", "sent_at as sentAt"])
    .where("message_id", "=", id)
    .orderBy("id")
    .execute();
}

async function neighbourOf(
  queries: Queries,
  id: string,
  side: "<" | ">",
): Promise<string | undefined> {
  const neighbour = await queries
    .selectFrom("messages")
    .select("id")
    .where("deleted_at", "is", null)
    .where("id", side, id)
    .orderBy("id", side === "<" ? "desc" : "asc")
    .limit(1)
    .executeTakeFirst();
  return neighbour?.id;
}
