import type { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { queueMail } from "#mail/outbox/outbox.server.ts";
import { teamReplyTo } from "#mail/team/team-replies.ts";
import { writtenMail, writtenMailSchema } from "#mail/written-mail.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { newId } from "#platform/ids.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { fullDateOf } from "#platform/time/dates.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { keptMessage, type MessageRow, messageLabel } from "./message.ts";

const answerSchema = writtenMailSchema("reply");

type Answer = z.infer<typeof answerSchema>;

/**
 * Emails an answer to the sender of a message, stores the answer and marks the message as read. A
 * repeated call with the same idempotency key sends no second email. Throws "invalid" with an issue
 * for each field, "not-found", and "key-reused" when the key was used for another answer.
 */
export async function answerMessage(
  dependencies: EmailingDependencies,
  actor: Actor,
  id: string,
  input: unknown,
  idempotencyKey?: string,
): Promise<void> {
  requireRight(actor, "update messages");
  const author = requireSignedIn(actor);
  const answer = parseOrThrow(answerSchema, input);
  const { database, clock } = dependencies;
  const bodyHash = bodyHashOf({ id, ...answer });
  const key = { key: idempotencyKey, accountId: author.accountId, bodyHash };
  await database.write((tx) =>
    withIdempotencyKey(tx, { ...key, now: clock() }, async () => {
      const message = await keptMessage(tx, id);
      await sendAnswer(tx, dependencies, author, message, answer);
      await keepAnswer(tx, author, message, answer, clock());
    }),
  );
}

async function sendAnswer(
  tx: WriteTransaction,
  { clock, post }: EmailingDependencies,
  author: SignedInActor,
  message: MessageRow,
  answer: Answer,
): Promise<void> {
  const timeZone = await post.readTimeZone(tx);
  const writtenAt = fullDateOf(message.received_at, { timeZone });
  const mail = writtenMail(message.email, answer, {
    intro: `On ${writtenAt}, ${message.name || message.email} wrote:`,
    text: message.message,
  });
  const replyTo = await teamReplyTo(post, tx, author);
  await queueMail(tx, { ...mail, about: message.id, replyTo }, clock());
}

async function keepAnswer(
  tx: WriteTransaction,
  author: SignedInActor,
  message: MessageRow,
  answer: Answer,
  at: number,
): Promise<void> {
  await tx
    .insertInto("message_answers")
    .values({ id: newId(), message_id: message.id, ...answer, author: author.email, sent_at: at })
    .execute();
  await tx.updateTable("messages").set({ status: "Read" }).where("id", "=", message.id).execute();
  await audit(tx, author, {
    action: "Answer message",
    subject: "message",
    subjectId: message.id,
    label: messageLabel(message),
    before: { messageStatus: message.status },
    after: { messageStatus: "Read", answered: answer.subject },
    at,
  });
}
