import type { Clock } from "../platform/clock.ts";
import type { Database, WriteTransaction } from "../platform/database.ts";
import { newId } from "../platform/ids.ts";

/** A mail as a template makes it: the same words twice, for readers with and without HTML. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
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

export interface WaitingMail extends Mail, MailReferences {
  readonly id: string;
  readonly attempts: number;
}

/** Puts a mail into the outbox, in the transaction of what it tells of: both happen or neither. */
export async function queueMail(
  tx: WriteTransaction,
  mail: OutgoingMail,
  at: number,
): Promise<void> {
  await queueMails(tx, [mail], at);
}

/** Several at once, with one statement. */
export async function queueMails(
  tx: WriteTransaction,
  mails: readonly OutgoingMail[],
  at: number,
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({
    id: newId(),
    recipient: mail.recipient,
    subject: mail.subject,
    text_body: mail.text,
    html_body: mail.html,
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
  await tx.insertInto("mail_outbox").values(rows).execute();
}

const claimMs = 60_000;

/** Takes the mail that has been due longest, for this process alone; undefined when none is due. */
export async function claimMail(
  database: Database,
  clock: Clock,
): Promise<WaitingMail | undefined> {
  const due = await findDueMail(database, clock());
  if (due === undefined) return undefined;
  const taken = await database.write((tx) =>
    tx
      .updateTable("mail_outbox")
      .set({ claimed_until: clock() + claimMs })
      .where("id", "=", due.id)
      .where("state", "=", "waiting")
      .where("claimed_until", "<=", clock())
      .executeTakeFirst(),
  );
  return taken.numUpdatedRows === 1n ? due : undefined;
}

async function findDueMail(database: Database, now: number): Promise<WaitingMail | undefined> {
  const row = await database.read
    .selectFrom("mail_outbox")
    .selectAll()
    .where("state", "=", "waiting")
    .where("next_attempt_at", "<=", now)
    .where("claimed_until", "<=", now)
    .orderBy("next_attempt_at")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, recipient, subject, attempts } = row;
  return {
    ...{ id, recipient, subject, attempts, text: row.text_body, html: row.html_body },
    ...(row.reply_to === null ? {} : { replyTo: row.reply_to }),
    ...(row.unsubscribe_url === null ? {} : { unsubscribeUrl: row.unsubscribe_url }),
  };
}

export async function markMailSent(database: Database, id: string, at: number): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable("mail_outbox")
      .set((set) => ({ state: "sent", sent_at: at, attempts: set("attempts", "+", 1) }))
      .where("id", "=", id)
      .execute(),
  );
}

/** Notes why a mail could not be sent, and when to try again; never again when that is null. */
export async function markMailFailed(
  database: Database,
  id: string,
  reason: string,
  nextAttemptAt: number | null,
): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable("mail_outbox")
      .set((set) => ({
        attempts: set("attempts", "+", 1),
        last_error: reason,
        claimed_until: 0,
        ...(nextAttemptAt === null
          ? { state: "failed" as const }
          : { next_attempt_at: nextAttemptAt }),
      }))
      .where("id", "=", id)
      .execute(),
  );
}

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
