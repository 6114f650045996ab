import { z } from "zod";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  networkOf,
  type RateLimit,
  refuseOverLimits,
  type Sender,
} from "#platform/rate-limit.ts";
import { emailField } from "#platform/texts/email-address.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { messageLimits } from "../inbox-limits.ts";
import { confirmMessage } from "./confirm-message.server.ts";
import { asMessage, type Message } from "./message.ts";
import { searchTextOf } from "./message-search.ts";

interface ReceiveMessageDependencies extends LimitedDependencies {
  readonly database: Database;
  readonly post: Post;
}

const line = (label: string, maxLength: number) =>
  z
    .string(`${label} must be text.`)
    .max(maxLength, `${label} can have at most ${maxLength} characters.`)
    .refine(isPlainText, `${label} has characters that cannot be shown.`)
    .refine((value) => !/[\r\n]/.test(value), `${label} must be one line.`)
    .overwrite(trimmed);

export const messageSchema = z.strictObject({
  name: line("Name", messageLimits.name).default(""),
  email: emailField(({ input }) =>
    input
      ? "Enter an email address such as name@example.com."
      : "Enter your email address, such as name@example.com, so that we can reply.",
  ),
  number: line("Number", messageLimits.number).default(""),
  subject: line("Subject", messageLimits.subject).default(""),
  message: z
    .string("Enter your message.")
    .max(messageLimits.message, {
      error: () =>
        `The message can have at most ${messageLimits.message.toLocaleString("en-US")} characters.`,
    })
    .refine(isPlainText, "The message has characters that cannot be shown.")
    .overwrite(trimmed)
    .min(1, "Enter your message."),
  // The specification's call sends a status. The server ignores the status, because every message
  // starts as UnRead.
  messageStatus: z.unknown().optional(),
});

/**
 * Stores a message of the contact form, tells the team by email and confirms it to the sender. Throws "invalid" with an issue for each field,
 * and "too-many".
 */
export async function receiveMessage(
  dependencies: ReceiveMessageDependencies,
  sender: Sender,
  input: unknown,
): Promise<Message> {
  const { database, post } = dependencies;
  const { messageStatus: _ignored, ...values } = parseOrThrow(messageSchema, input);
  const limits = contactLimits(sender);
  await refuseOverLimits(database.read, limiterOf(dependencies), limits);
  return database.write(async (tx) => {
    await countAttempt(tx, limiterOf(dependencies), limits);
    const message = await storeMessage(tx, post, values);
    await confirmMessage(tx, post, message);
    return message;
  });
}

type MessageTexts = Omit<Message, "_id" | "messageStatus">;

/** Stores a message, and tells the team of it. */
export async function storeMessage(
  tx: WriteTransaction,
  post: Post,
  values: MessageTexts,
): Promise<Message> {
  const row = {
    id: newId(),
    ...values,
    status: "UnRead" as const,
    received_at: post.clock(),
    search_text: searchTextOf(values),
    deleted_at: null,
  };
  await tx.insertInto("messages").values(row).execute();
  const message = asMessage(row);
  await tellTeam(tx, post, message);
  return message;
}

function tellTeam(tx: WriteTransaction, post: Post, message: Message): Promise<void> {
  return queueEmail(tx, post, {
    name: "newMessageOwner",
    values: {
      senderName: message.name || "Somebody",
      senderEmail: message.email,
      subject: message.subject || "without a subject",
    },
    path: `/view/${message._id}`,
    about: message._id,
    replyTo: message.email,
  });
}

const hourMs = 60 * 60_000;

/**
 * Nobody types more than five messages in ten minutes, and an office behind one address seldom
 * sends more than twenty a day. The last limit counts all addresses together: it limits how many
 * messages a flood can store and email to the owner.
 */
function contactLimits({ clientAddress }: Sender): readonly RateLimit[] {
  const countedFor = networkOf(clientAddress);
  return [
    { name: "contact-shortly", attempts: 5, windowMs: 10 * 60_000, countedFor },
    { name: "contact-daily", attempts: 20, windowMs: 24 * hourMs, countedFor },
    { name: "contact-overall", attempts: 300, windowMs: hourMs },
  ];
}
