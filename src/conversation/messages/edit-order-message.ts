import { z } from "zod";
import { AppError } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { permissionDenied, requireSignedIn } from "#policy/rights.ts";
import {
  asMessage,
  editMs,
  enterLockedRoom,
  enterRoom,
  messageText,
  type OrderMessage,
  requireOpen,
  versionOf,
} from "../order-message.ts";
import type { Side } from "../order-message-tables.server.ts";
import {
  foundPasswordsAnswer,
  moveFoundPasswords,
  textToStore,
} from "../passwords/passwords-in-messages.ts";
import type { SendOrderMessageDependencies } from "./send-order-message.ts";

export const editMessageForm = z.strictObject({
  text: messageText,
  version: z.coerce.number("Not a version."),
  foundPasswords: foundPasswordsAnswer,
});

/**
 * Changes a message of the actor, up to 15 minutes after the message was sent. Input:
 * `editMessageForm` with the version of the message that the author saw. Throws the errors of
 * `enterRoom`, "invalid", "not-found" for an unknown message, "forbidden" for a message of somebody
 * else, and "conflict" when the message was changed since, is too old, or no message can be written
 * about the order.
 */
export async function editOrderMessage(
  dependencies: SendOrderMessageDependencies,
  actor: Actor,
  orderId: string,
  messageId: string,
  input: unknown,
  asked?: Side,
): Promise<OrderMessage> {
  const { database, clock, lockActorAccount } = dependencies;
  await enterRoom(database.read, actor, orderId, asked);
  const { accountId } = requireSignedIn(actor);
  const { version, ...typed } = parseOrThrow(editMessageForm, input);
  return database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const room = await enterLockedRoom(tx, actor, orderId, asked);
    const { order, side } = room;
    const row = canBeId(messageId)
      ? await tx
          .selectFrom("order_messages")
          .selectAll()
          .where("id", "=", messageId)
          .where("order_id", "=", order.id)
          .executeTakeFirst()
      : undefined;
    if (row === undefined) throw new AppError("not-found", "There is no such message.");
    if (row.account_id !== accountId || row.side !== side) {
      throw new AppError("forbidden", permissionDenied);
    }
    const message = asMessage(row, side);
    // The author decided to send the passwords that the message already contains, so the edit asks
    // about new passwords only.
    const text = textToStore(typed, message.text);
    if (message.text === text) return message;
    requireOpen(room);
    const now = clock();
    if (now > message.createdAt + editMs) {
      throw new AppError("conflict", "A message can be changed for 15 minutes after it was sent.");
    }
    if (version !== versionOf(message)) {
      const reason = "You have since changed this message in another window. Nothing was saved.";
      throw new AppError("conflict", reason);
    }
    await moveFoundPasswords(tx, dependencies, actor, { room, typed, key: newId() });
    // A new version must be greater than the old version, also after the clock was set back.
    const at = Math.max(now, version + 1);
    await tx
      .updateTable("order_messages")
      .set({ text, edited_at: at })
      .where("id", "=", row.id)
      .execute();
    if (side === "team") {
      await audit(tx, actor, {
        action: "Change order message",
        subject: "order",
        subjectId: order.id,
        label: `Order ${order.number}`,
        before: { message: row.id, editedAt: row.edited_at },
        after: { message: row.id, editedAt: at },
        at,
      });
    }
    return { ...message, text, editedAt: at };
  });
}
