import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { asMessage, type Message, type MessageRow, messageLabel } from "./message.ts";
import { keptMessage, lockedMessage } from "./stored-message.server.ts";

interface DeleteMessageDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Moves a message to the trash, where it can be restored for 30 days. Throws "not-found". */
export async function deleteMessage(
  { database, clock }: DeleteMessageDependencies,
  actor: Actor,
  id: string,
): Promise<Message> {
  requireRight(actor, "update messages");
  return database.write(async (tx) => {
    const row = await keptMessage(tx, id);
    await setDeletedAt(tx, actor, row, { deletedAt: clock(), at: clock() });
    return asMessage(row);
  });
}

/** Restores a deleted message; does nothing to one that is not deleted. Throws "not-found". */
export async function putBackMessage(
  { database, clock }: DeleteMessageDependencies,
  actor: Actor,
  id: string,
): Promise<Message> {
  requireRight(actor, "update messages");
  return database.write(async (tx) => {
    const row = await lockedMessage(tx, id);
    if (row.deleted_at !== null) {
      await setDeletedAt(tx, actor, row, { deletedAt: null, at: clock() });
    }
    return asMessage(row);
  });
}

/**
 * The audit log records the deletion without the text of the message, which must not be kept for
 * ever.
 */
export async function setDeletedAt(
  tx: WriteTransaction,
  actor: Actor,
  row: MessageRow,
  { deletedAt, at }: { readonly deletedAt: number | null; readonly at: number },
): Promise<void> {
  await tx
    .updateTable("messages")
    .set({ deleted_at: deletedAt })
    .where("id", "=", row.id)
    .execute();
  await audit(tx, actor, {
    action: deletedAt === null ? "Put back message" : "Delete message",
    subject: "message",
    subjectId: row.id,
    label: messageLabel(row),
    before: { deleted: deletedAt === null },
    after: { deleted: deletedAt !== null },
    at,
  });
}
