import type { Database } from "../../platform/database/database.ts";
import { canBeId } from "../../platform/ids.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { asMessage, type Message, noSuchMessage } from "./message.ts";

/** Throws "not-found", also for one that was deleted. */
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
