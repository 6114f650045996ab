import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import { AppError } from "../platform/errors.ts";
import { canBeId, newId } from "../platform/ids.ts";
import { isPlainText } from "../platform/plain-text.ts";
import { parseOrThrow } from "../platform/validation.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import type { MessageStatus } from "./inbox-tables.server.ts";

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

interface InboxDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

const line = (label: string, maxLength: number) =>
  z
    .string(`${label} must be text.`)
    .max(maxLength, `${label} can have at most ${maxLength} characters.`)
    .refine(isPlainText, `${label} has characters that cannot be shown.`)
    .refine((value) => !/[\r\n]/.test(value), `${label} must be one line.`)
    .trim();

const messageSchema = z.strictObject({
  name: line("Name", 200).default(""),
  email: z.email("Your email is needed for the answer, such as name@example.com.").max(254),
  number: line("Number", 60).default(""),
  subject: line("Subject", 300).default(""),
  message: z
    .string("Write your message.")
    .max(10_000, "The message can have at most 10000 characters.")
    .refine(isPlainText, "The message has characters that cannot be shown.")
    .trim()
    .min(1, "Write your message."),
  // The specified call sends it; every message starts UnRead whatever it says.
  messageStatus: z.unknown().optional(),
});

/** Keeps a message for the owner. Throws "invalid" with an issue per field. */
export async function receiveMessage(
  { database, clock }: InboxDependencies,
  input: unknown,
): Promise<Message> {
  const { messageStatus: _ignored, ...values } = parseOrThrow(messageSchema, input);
  const message = { id: newId(), ...values, status: "UnRead", received_at: clock() } as const;
  await database.write((tx) => tx.insertInto("messages").values(message).execute());
  return asMessage(message);
}

/** Every message, oldest first. */
export async function listMessages(
  { database }: Pick<InboxDependencies, "database">,
  actor: Actor,
): Promise<Message[]> {
  requireRight(actor, "see messages");
  const rows = await database.read.selectFrom("messages").selectAll().orderBy("id").execute();
  return rows.map(asMessage);
}

/** Throws "not-found". */
export async function readMessage(
  { database }: Pick<InboxDependencies, "database">,
  actor: Actor,
  id: string,
): Promise<Message> {
  requireRight(actor, "see messages");
  if (!canBeId(id)) throw noSuchMessage();
  const query = database.read.selectFrom("messages").selectAll().where("id", "=", id);
  const row = await query.executeTakeFirst();
  if (row === undefined) throw noSuchMessage();
  return asMessage(row);
}

const statusSchema = z.strictObject({
  messageStatus: z.enum(["UnRead", "Read"], { error: "The status must be UnRead or Read." }),
});

/** Marks a message read or unread. Throws "invalid" and "not-found". */
export async function setMessageStatus(
  { database }: Pick<InboxDependencies, "database">,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<Message> {
  requireRight(actor, "update messages");
  const { messageStatus } = parseOrThrow(statusSchema, input);
  if (!canBeId(id)) throw noSuchMessage();
  const row = await database.write((tx) =>
    tx
      .updateTable("messages")
      .set({ status: messageStatus })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst(),
  );
  if (row === undefined) throw noSuchMessage();
  return asMessage(row);
}

/** A stored message as it is shown and answered. */
export function asMessage(
  row: Omit<Message, "_id" | "messageStatus"> & { id: string; status: string },
) {
  const { name, email, number, subject, message } = row;
  const messageStatus = row.status as MessageStatus;
  return { _id: row.id, name, email, number, subject, message, messageStatus };
}

function noSuchMessage(): AppError {
  return new AppError("not-found", "There is no such message.");
}
