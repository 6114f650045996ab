import { z } from "zod";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import type { MessageStatus } from "../inbox-tables.server.ts";
import {
  asMessage,
  keptMessage,
  lockedMessage,
  type Message,
  type MessageRow,
  messageLabel,
} from "./message.ts";

interface ChangeDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export const statusSchema = z.strictObject({
  messageStatus: z.enum(["UnRead", "Read"], { error: "The status must be UnRead or Read." }),
});

/** Throws "invalid" and "not-found". */
export async function setMessageStatus(
  { database, clock }: ChangeDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<Message> {
  requireRight(actor, "update messages");
  const { messageStatus } = parseOrThrow(statusSchema, input);
  return database.write(async (tx) => {
    const row = await keptMessage(tx, id);
    if (row.status === messageStatus) return asMessage(row);
    await storeMessageStatus(tx, actor, row, { messageStatus, at: clock() });
    return asMessage({ ...row, status: messageStatus });
  });
}

/** Requires a locked message. Also adds an entry to the audit log. */
export async function storeMessageStatus(
  tx: WriteTransaction,
  actor: Actor,
  row: MessageRow,
  { messageStatus, at }: { readonly messageStatus: MessageStatus; readonly at: number },
): Promise<void> {
  await tx
    .updateTable("messages")
    .set({ status: messageStatus })
    .where("id", "=", row.id)
    .execute();
  await audit(tx, actor, {
    action: `Mark message ${messageStatus}`,
    subject: "message",
    subjectId: row.id,
    label: messageLabel(row),
    before: { messageStatus: row.status },
    after: { messageStatus },
    at,
  });
}

/** Moves a message to the trash for 30 days. Throws "not-found". */
export function deleteMessage(dependencies: ChangeDependencies, actor: Actor, id: string) {
  return setDeleted(dependencies, actor, id, true);
}

/**
 * Restores a message from the trash. A message outside the trash stays unchanged. Throws
 * "not-found".
 */
export function putBackMessage(dependencies: ChangeDependencies, actor: Actor, id: string) {
  return setDeleted(dependencies, actor, id, false);
}

async function setDeleted(
  { database, clock }: ChangeDependencies,
  actor: Actor,
  id: string,
  isDeleted: boolean,
): Promise<Message> {
  requireRight(actor, "update messages");
  return database.write(async (tx) => {
    const row = isDeleted ? await keptMessage(tx, id) : await lockedMessage(tx, id);
    if (!isDeleted && row.deleted_at === null) return asMessage(row);
    await storeDeletion(tx, actor, row, { isDeleted, at: clock() });
    return asMessage(row);
  });
}

/**
 * Requires a locked message. The audit log gets no text of the message, because audit entries are
 * never deleted.
 */
export async function storeDeletion(
  tx: WriteTransaction,
  actor: Actor,
  row: MessageRow,
  { isDeleted, at }: { readonly isDeleted: boolean; readonly at: number },
): Promise<void> {
  await tx
    .updateTable("messages")
    .set({ deleted_at: isDeleted ? at : null })
    .where("id", "=", row.id)
    .execute();
  await audit(tx, actor, {
    action: isDeleted ? "Delete message" : "Put back message",
    subject: "message",
    subjectId: row.id,
    label: messageLabel(row),
    before: { deleted: !isDeleted },
    after: { deleted: isDeleted },
    at,
  });
}
