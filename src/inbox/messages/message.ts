import type { Selectable } from "kysely";
import { engineOf, type WriteTransaction } from "#platform/database/database.ts";
import type { Tables } from "#platform/database/tables.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import type { MessageStatus } from "../inbox-tables.server.ts";

/** A contact message as REST returns it. */
export interface Message {
  readonly _id: string;
  readonly name: string;
  readonly email: string;
  readonly number: string;
  readonly subject: string;
  readonly message: string;
  readonly messageStatus: MessageStatus;
}

export type MessageRow = Selectable<Tables["messages"]>;

export function asMessage(row: Omit<Message, "_id" | "messageStatus"> & MessageKey): Message {
  const { id, name, email, number, subject, message, status } = row;
  return { _id: id, name, email, number, subject, message, messageStatus: status };
}

type MessageKey = Pick<MessageRow, "id" | "status">;

export function messageLabel({ name, email }: Pick<Message, "name" | "email">): string {
  return `Message from ${name || email}`;
}

export function noSuchMessage(): AppError {
  return new AppError("not-found", "There is no such message.");
}

/**
 * Locks a message until the end of the transaction. Throws "not-found", also for a message in the
 * trash.
 */
export async function keptMessage(tx: WriteTransaction, id: string): Promise<MessageRow> {
  const row = await lockedMessage(tx, id);
  if (row.deleted_at !== null) throw noSuchMessage();
  return row;
}

/** Locks a message, also in the trash, until the end of the transaction. Throws "not-found". */
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
