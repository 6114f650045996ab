import { engineOf, type WriteTransaction } from "../../platform/database/database.ts";
import { canBeId } from "../../platform/ids.ts";
import { type MessageRow, noSuchMessage } from "./message.ts";

/** A message outside the trash, locked until the end of the transaction. Throws "not-found". */
export async function keptMessage(tx: WriteTransaction, id: string): Promise<MessageRow> {
  const row = await lockedMessage(tx, id);
  if (row.deleted_at !== null) throw noSuchMessage();
  return row;
}

/** A message, in the trash or not, locked until the end of the transaction. Throws "not-found". */
export async function lockedMessage(tx: WriteTransaction, id: string): Promise<MessageRow> {
  if (!canBeId(id)) throw noSuchMessage();
  const row = await tx
    .selectFrom("messages")
    .selectAll()
    .where("id", "=", id)
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw noSuchMessage();
  return row;
}
