import type { Selectable } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { AppError } from "../../platform/errors.ts";
import type { MessageStatus } from "../inbox-tables.server.ts";

/** A message from the contact form. */
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

/** Label of a message in the panel and the audit log. */
export function messageLabel({ name, email }: Pick<Message, "name" | "email">): string {
  return `Message from ${name || email}`;
}

export function noSuchMessage(): AppError {
  return new AppError("not-found", "There is no such message.");
}
