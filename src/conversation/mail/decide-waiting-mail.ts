import { z } from "zod";
import type { IncomingMailRow } from "#mail/incoming/incoming-mail-tables.server.ts";
import { noSuchReceivedMail, selectReceivedMail } from "#mail/incoming/read-incoming-mails.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireRightInEveryRoom, requireSignedIn } from "#policy/rights.ts";
import { addOrderMessage } from "../messages/send-order-message.ts";
import { enterLockedRoom, requireOpen } from "../order-message.ts";
import { messageOf } from "./message-of-mail.ts";

export const mailDecisionForm = z.strictObject({
  decision: z.enum(["add", "dismiss"], "Add the email to the conversation, or dismiss it."),
});

export interface DecideDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly lockActorAccount: LockActorAccount;
}

export interface DecidedMail {
  readonly id: string;
  readonly state: "added" | "dismissed";
  readonly orderId: string;
}

/**
 * Stores the decision about an email that may not speak for its sender. An email is decided once. Input: `{ decision }`. Throws "unauthenticated", "forbidden", "invalid",
 * "not-found", and "conflict" when the email does not wait any more or no message can be written
 * about the order.
 */
export async function decideWaitingMail(
  { database, clock, lockActorAccount }: DecideDependencies,
  actor: Actor,
  mailId: string,
  input: unknown,
): Promise<DecidedMail> {
  requireRightInEveryRoom(actor, "write order messages");
  const admin = requireSignedIn(actor);
  const { decision } = parseOrThrow(mailDecisionForm, input);
  const state = decision === "add" ? "added" : "dismissed";
  return database.write(async (tx) => {
    await lockActorAccount(tx, admin.accountId);
    const mail = await selectReceivedMail(tx, mailId);
    if (mail === undefined || mail.order_id === null) throw noSuchReceivedMail();
    const at = clock();
    const { numUpdatedRows } = await tx
      .updateTable("incoming_mails")
      .set({ state, decided_at: at, decided_by: admin.email })
      .where("id", "=", mail.id)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      throw new AppError("conflict", "This email is no longer waiting for a decision.");
    }
    const { order, ...room } = await enterLockedRoom(tx, admin, mail.order_id, "team");
    if (decision === "add") {
      requireOpen({ order, ...room });
      const added = await addIn(tx, admin, { order, side: mail.side ?? "customer" }, mail, at);
      await tx
        .updateTable("incoming_mails")
        .set({ order_message_id: added.id })
        .where("id", "=", mail.id)
        .execute();
    }
    await audit(tx, admin, {
      action: decision === "add" ? "Add email to conversation" : "Dismiss email",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: { email: mail.id, state: "waiting" },
      after: { email: mail.id, state },
      at,
    });
    return { id: mail.id, state, orderId: order.id };
  });
}

/**
 * The admin is the author of the message, so that nobody can edit the words of another person. The
 * introduction tells both sides that nobody has proved who wrote the email. A customer learns no
 * address of the team.
 */
function addIn(
  tx: WriteTransaction,
  admin: SignedInActor,
  room: Parameters<typeof addOrderMessage>[1],
  mail: IncomingMailRow,
  at: number,
) {
  const text = messageOf({
    // The person may have written words that could not be told from the quoted email.
    text: mail.text || mail.original,
    attachments: mail.attachments,
    introduction:
      room.side === "customer"
        ? `[The team added this email. It says that it is from ${mail.sender || "nobody"}.]`
        : "[The team added this email.]",
  });
  const message = { actor: admin, text, key: `email ${mail.id}`, at, isAddedByTeam: true };
  return addOrderMessage(tx, room, message);
}
