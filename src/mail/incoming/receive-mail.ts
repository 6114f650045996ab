import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { Clock } from "#platform/time/clock.ts";
import { hideTokens } from "../hide-secrets.ts";
import { textWithAnswers } from "./answers-in-quote.ts";
import type { DropReason } from "./drop-reasons.ts";
import type { IncomingMailState } from "./incoming-mail-tables.server.ts";
import { mailParsers } from "./mail-parsers.ts";
import type { IncomingMail } from "./parse-incoming-mail.ts";
import { unreadMail } from "./unread-mail.ts";
import type { WaitReason } from "./wait-reasons.ts";

/** The decision about an incoming email. */
export interface Verdict {
  readonly state: Extract<IncomingMailState, "added" | "waiting" | "dropped">;
  /** Null for an email that was added. */
  readonly reason: DropReason | WaitReason | null;
  readonly order?: { readonly id: string; readonly side: "customer" | "team" };
  /** Id of the message that was added. */
  readonly messageId?: string;
}

/**
 * Decides about an email in the transaction that stores it. `compose.ts` passes the implementation
 * of `orders/`. `mailId` is the id of the stored email.
 */
export type JudgeMail = (
  tx: WriteTransaction,
  mail: IncomingMail,
  mailId: string,
) => Promise<Verdict>;

export interface ReceiveDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly judgeMail: JudgeMail;
  readonly parse: Parse;
}

export interface Received {
  readonly id: string;
  readonly state: IncomingMailState;
  readonly reason: string | null;
}

/** Larger emails are refused. */
export const largestMailBytes = 40 * 1024 * 1024;

/**
 * Stores an email and the decision about it, in one transaction. An email whose Message-ID was
 * received before changes nothing and gets the first result.
 */
export async function receiveMail(
  dependencies: ReceiveDependencies,
  raw: Uint8Array,
): Promise<Received> {
  return storeMail(dependencies, await parsedMail(dependencies.parse, raw));
}

/** Reads of an email as much as the limits allow: all of it, the headers, or nothing. */
export async function parsedMail(parse: Parse, raw: Uint8Array): Promise<IncomingMail> {
  for (const parser of [mailParsers.whole, mailParsers.headersAlone]) {
    try {
      return await parse(parser, raw);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "too-large")) throw error;
    }
  }
  return unreadMail(raw, "unreadable");
}

export async function storeMail(
  { database, clock, judgeMail }: Omit<ReceiveDependencies, "parse">,
  received: IncomingMail,
): Promise<Received> {
  const parsed = withoutTokens(received);
  const mail = { ...parsed, text: await textWithAnswers(database.read, parsed) };
  const id = newId();
  return database.write(async (tx) => {
    // Inserts the row first, so that another process with the same email waits here for this
    // transaction.
    const isNew = await tx
      .insertInto("incoming_mails")
      .values({
        id,
        mail_key: parsed.key,
        content_hash: parsed.contentHash,
        received_at: clock(),
        sender: hideTokens(parsed.sender || parsed.fromLine),
        sender_key: normalEmail(parsed.sender),
        subject: parsed.subject,
        original: "",
        text: "",
        attachments: parsed.attachments,
        state: "dropped",
        reason: "unknown-address",
      })
      .onConflict((conflict) => conflict.column("mail_key").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (isNew === undefined) return repeated(tx, parsed);
    const { state, reason, order, messageId } = await judgeMail(tx, mail, id);
    await tx
      .updateTable("incoming_mails")
      .set({
        state,
        reason,
        order_id: order?.id ?? null,
        side: order?.side ?? null,
        order_message_id: messageId ?? null,
        // Stores the text only of an email that belongs to an order. The site has no reason to keep
        // other people's texts.
        ...(order === undefined ? {} : { original: mail.original, text: mail.text }),
      })
      .where("id", "=", id)
      .execute();
    return { id, state, reason };
  });
}

/** A reply quotes the site's email with its links, which open something for the recipient only. */
function withoutTokens(mail: IncomingMail): IncomingMail {
  const { subject, original, text, quoted } = mail;
  return {
    ...mail,
    quoted: hideTokens(quoted),
    subject: hideTokens(subject),
    original: hideTokens(original),
    text: hideTokens(text),
  };
}

async function repeated(tx: WriteTransaction, mail: IncomingMail): Promise<Received> {
  // Counts only different bytes. Equal bytes are the same email, read again after a process has
  // died.
  await tx
    .updateTable("incoming_mails")
    .set((set) => ({ repeats: set("repeats", "+", 1) }))
    .where("mail_key", "=", mail.key)
    .where("content_hash", "!=", mail.contentHash)
    .execute();
  return tx
    .selectFrom("incoming_mails")
    .select(["id", "state", "reason"])
    .where("mail_key", "=", mail.key)
    .executeTakeFirstOrThrow();
}
