import { sql } from "kysely";
import { siteWords } from "#content/blocks/site-words.ts";
import { wordsOf } from "#content/model/seeded-words.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { isWithinLimit, limiterOf, type RateLimit } from "#platform/rate-limit.ts";
import type { Message } from "./message.ts";
import { nameOfSender, quoteSafely } from "./quote-safely.ts";

/**
 * Limit of all confirmations, besides the limit of each mailbox. Anybody can enter somebody else's
 * address, and a message over the limit is received without a confirmation.
 */
const overall: RateLimit = {
  name: "message-confirmations-overall",
  attempts: 60,
  windowMs: 60 * 60_000,
};

/** A form that is sent again within this time has one confirmation. */
const repeatMs = 10 * 60_000;

/** Mailboxes of programs (RFC 3834, section 2). */
const ofPrograms = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+-].*)?@/i;

/**
 * Confirms a message of the contact form to its sender, in the transaction that stores the message.
 * Emails that arrive cause no confirmation, so two programs never answer each other.
 */
export async function confirmMessage(
  tx: WriteTransaction,
  post: Post,
  message: Message,
): Promise<void> {
  if (ofPrograms.test(message.email) || (await isRepeated(tx, post, message))) return;
  if (!(await isWithinLimit(tx, limiterOf(post), overall))) return;
  const [words] = await readSingletons(tx, [siteWords]);
  const { answerTime } = wordsOf({ siteWords: words });
  await queueEmail(tx, post, {
    name: "messageReceived",
    recipient: message.email,
    values: {
      senderName: nameOfSender(message.name),
      answerTime: answerTime ? `within ${answerTime}` : "as soon as possible",
      message: quoteSafely(message.message),
    },
    path: "/",
    about: message._id,
  });
}

async function isRepeated(
  tx: WriteTransaction,
  { clock }: Pick<Post, "clock">,
  { _id, email, message }: Message,
): Promise<boolean> {
  const former = await tx
    .selectFrom("messages")
    .select("id")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("id", "<>", _id)
    .where("message", "=", message)
    .where("received_at", ">", clock() - repeatMs)
    .limit(1)
    .executeTakeFirst();
  return former !== undefined;
}
