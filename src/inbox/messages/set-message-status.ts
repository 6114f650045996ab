import { z } from "zod";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import type { MessageStatus } from "../inbox-tables.server.ts";
import { asMessage, type Message, type MessageRow, messageLabel } from "./message.ts";
import { keptMessage } from "./stored-message.server.ts";

interface SetMessageStatusDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export const statusSchema = z.strictObject({
  messageStatus: z.enum(["UnRead", "Read"], { error: "The status must be UnRead or Read." }),
});

/** Marks a message read or unread. Throws "invalid" and "not-found". */
export async function setMessageStatus(
  { database, clock }: SetMessageStatusDependencies,
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

/** Stores the status of a locked message, with its entry in the audit log. */
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
