import type { Insertable } from "kysely";
import type { LetterName } from "../../content/emails/email-templates.ts";
import type {
  Database,
  Queries,
  Tables,
  WriteTransaction,
} from "../../platform/database/database.ts";
import { preparedRows } from "../../platform/database/prepared-query.ts";
import { newId } from "../../platform/ids.ts";
import { type QueueLength, queueLength } from "../../platform/metrics/queue-length.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import type { LetterContent } from "../templates/email.ts";
import type { MailState } from "./mail-tables.server.ts";

/** A mail as a template makes it: the same words twice, for readers with and without HTML. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /**
   * A letter is laid out when it is sent or looked at (`htmlOf`): the layout is ten times as long as the
   * words, and would be nearly all of what an order writes.
   */
  readonly html: string | LetterContent;
}

/** What a mail is about, and how it may be answered. */
export interface MailReferences {
  /** The id of the order or message that it tells of. */
  readonly about?: string;
  /** Where an answer goes, if not to the sender. */
  readonly replyTo?: string;
  /** Where the recipient leaves the list, for the headers of RFC 8058. */
  readonly unsubscribeUrl?: string;
}

export interface OutgoingMail extends Mail, MailReferences {
  /** Which letter it is; left out for one that a person wrote. */
  readonly letter?: string;
}

/**
 * Puts a mail into the outbox, in the transaction of what it tells of: both happen or neither.
 * Answers the mail's id.
 */
export async function queueMail(
  tx: WriteTransaction,
  mail: OutgoingMail,
  at: number,
): Promise<string> {
  const [id = ""] = await queueMails(tx, [mail], at);
  return id;
}

/** Several at once, with one statement. Answers their ids. */
export async function queueMails(
  tx: WriteTransaction,
  mails: readonly OutgoingMail[],
  at: number,
): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => ({
    id: newId(),
    recipient: mail.recipient,
    recipient_key: normalEmail(mail.recipient),
    subject: mail.subject,
    text_body: mail.text,
    ...(typeof mail.html === "string"
      ? { html_body: mail.html, letter_content: null }
      : { html_body: "", letter_content: JSON.stringify(mail.html) }),
    state: "waiting" as const,
    attempts: 0,
    created_at: at,
    next_attempt_at: at,
    claimed_until: 0,
    sent_at: null,
    last_error: null,
    letter: mail.letter ?? null,
    about: mail.about ?? null,
    reply_to: mail.replyTo ?? null,
    unsubscribe_url: mail.unsubscribeUrl ?? null,
  }));
  await insertMails(tx, rows);
  return rows.map(({ id }) => id);
}

type MailRow = Insertable<Tables["mail_outbox"]>;

const insertMails = preparedRows((queries, rows: readonly MailRow[]) =>
  queries
    .insertInto("mail_outbox")
    .values(
      rows.map((row) => ({
        id: row.id,
        recipient: row.recipient,
        recipient_key: row.recipient_key,
        subject: row.subject,
        text_body: row.text_body,
        html_body: row.html_body,
        letter_content: row.letter_content,
        state: row.state,
        attempts: row.attempts,
        created_at: row.created_at,
        next_attempt_at: row.next_attempt_at,
        claimed_until: row.claimed_until,
        sent_at: row.sent_at,
        last_error: row.last_error,
        letter: row.letter,
        about: row.about,
        reply_to: row.reply_to,
        unsubscribe_url: row.unsubscribe_url,
      })),
    )
    .compile(),
);

/** Whether a mail has ever left this installation. */
export async function hasSentMail({ read }: Database): Promise<boolean> {
  const sent = await read
    .selectFrom("mail_outbox")
    .select("id")
    .where("state", "=", "sent")
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

/** A mail of the outbox, without its words. */
export interface MailAbout {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: MailState;
  /** Null for a mail that a person wrote. */
  readonly letter: LetterName | null;
  readonly queuedAt: number;
  readonly sentAt: number | null;
}

/** Every mail about an order or a message, oldest first. */
export async function mailsAbout(queries: Queries, about: string): Promise<readonly MailAbout[]> {
  const rows = await queries
    .selectFrom("mail_outbox")
    .select(["id", "recipient", "subject", "state", "letter", "created_at", "sent_at"])
    .where("about", "=", about)
    .orderBy("id")
    .execute();
  return rows.map(({ letter, created_at, sent_at, ...row }) => ({
    ...row,
    letter: letter as LetterName | null,
    queuedAt: created_at,
    sentAt: sent_at,
  }));
}

/** The mail that is to leave, and the mail that was given up. */
export async function mailQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly failed: QueueLength }> {
  const mailsThat = (state: "waiting" | "failed") =>
    queueLength(
      queries,
      queries
        .selectFrom("mail_outbox")
        .select("created_at as since")
        .where("state", "=", state)
        .orderBy("id"),
    );
  return { waiting: await mailsThat("waiting"), failed: await mailsThat("failed") };
}
