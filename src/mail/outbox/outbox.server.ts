import type { Insertable } from "kysely";
import type { EmailTemplateName } from "#content/emails/email-templates.ts";
import type { Database, Queries, Tables, WriteTransaction } from "#platform/database/database.ts";
import { preparedRows } from "#platform/database/prepared-query.ts";
import { newId } from "#platform/ids.ts";
import { type QueueLength, queueLength } from "#platform/metrics/queue-length.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { EmailContent } from "../templates/email.ts";
import type { MailState } from "./mail-tables.server.ts";

/** An email with the same content as HTML and as plain text. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /**
   * `htmlOf` adds the layout of a template when the email is sent or shown. The layout is ten times
   * as long as the text, so storing it would multiply the bytes that an order writes.
   */
  readonly html: string | EmailContent;
}

export interface MailReferences {
  /** Id of the order, message or account that the email is about. */
  readonly about?: string;
  readonly replyTo?: string;
  /** Unsubscribe URL, for the headers of RFC 8058. */
  readonly unsubscribeUrl?: string;
  /**
   * Message-ID, without angle brackets, that all emails of a thread refer to, so that email
   * programs group them.
   */
  readonly thread?: string;
  /**
   * Earliest time of sending; at once if omitted. A later time lets a person undo the cause of the
   * email before the email is sent.
   */
  readonly sendAt?: number;
  /** Ids of private files, which are read when the email is sent. */
  readonly attachments?: readonly string[];
}

export interface OutgoingMail extends Mail, MailReferences {
  /** Name of the email template; omitted for an email that a person wrote. */
  readonly letter?: string;
  /**
   * Tokens and codes in the text, which nobody sees in the panel; none if omitted, and null if
   * they are not known.
   */
  readonly secrets?: readonly string[] | null;
}

/**
 * Queues an email in the transaction of its cause, so that the email is queued exactly when its
 * cause is committed. Returns the id of the email.
 */
export async function queueMail(
  tx: WriteTransaction,
  mail: OutgoingMail,
  at: number,
): Promise<string> {
  const [id = ""] = await queueMails(tx, [mail], at);
  return id;
}

/** Queues several emails with one statement. Returns their ids. */
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
    due_at: mail.sendAt ?? at,
    sent_at: null,
    last_error: null,
    letter: mail.letter ?? null,
    about: mail.about ?? null,
    reply_to: mail.replyTo ?? null,
    unsubscribe_url: mail.unsubscribeUrl ?? null,
    thread: mail.thread ?? null,
    secrets: mail.secrets === null ? null : JSON.stringify(mail.secrets ?? []),
    attachments: mail.attachments === undefined ? null : JSON.stringify(mail.attachments),
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
        due_at: row.due_at,
        sent_at: row.sent_at,
        last_error: row.last_error,
        letter: row.letter,
        about: row.about,
        reply_to: row.reply_to,
        unsubscribe_url: row.unsubscribe_url,
        thread: row.thread,
        secrets: row.secrets,
        attachments: row.attachments,
      })),
    )
    .compile(),
);

export async function hasSentMail({ read }: Database): Promise<boolean> {
  const sent = await read
    .selectFrom("mail_outbox")
    .select("id")
    .where("state", "=", "sent")
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

export interface MailAbout {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: MailState;
  /** Null for an email that a person wrote. */
  readonly letter: EmailTemplateName | null;
  readonly queuedAt: number;
  readonly sentAt: number | null;
}

/** Every email about an order, a message or an account, oldest first. */
export async function mailsAbout(queries: Queries, about: string): Promise<readonly MailAbout[]> {
  const rows = await queries
    .selectFrom("mail_outbox")
    .select(["id", "recipient", "subject", "state", "letter"])
    .select(["created_at as queuedAt", "sent_at as sentAt"])
    .where("about", "=", about)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, letter: row.letter as EmailTemplateName | null }));
}

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
