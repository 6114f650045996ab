import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { MailEvent } from "../outbox/mail-tables.server.ts";
import type { Mail, MailReferences } from "../outbox/outbox.server.ts";
import { htmlInRow } from "../templates/email-html.ts";

export interface DueMail extends Mail, MailReferences {
  readonly id: string;
  readonly attempts: number;
  /** Null for an email that a person wrote. */
  readonly letter: string | null;
  /** Tokens and codes in the text; none for an email that was queued before Furrow stored them. */
  readonly secrets: readonly string[];
}

/** Lease of an email; renewed while the attempt lasts. */
export const claimMs = 60_000;

/** Id of the email that has been due for the longest time and has no lease. */
export async function findDueMail(database: Database, now: number): Promise<string | undefined> {
  const row = await database.read
    .selectFrom("mail_outbox")
    .select("id")
    .where("state", "=", "waiting")
    .where("next_attempt_at", "<=", now)
    .where("claimed_until", "<=", now)
    .orderBy("next_attempt_at")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Claims a due email for this process and reads it. Undefined when another process has claimed,
 * sent or postponed the email meanwhile.
 */
export async function claimMail(
  database: Database,
  clock: Clock,
  mailId: string,
): Promise<DueMail | undefined> {
  const row = await database.write((tx) =>
    tx
      .updateTable("mail_outbox")
      .set({ claimed_until: clock() + claimMs })
      .where("id", "=", mailId)
      .where("state", "=", "waiting")
      .where("next_attempt_at", "<=", clock())
      .where("claimed_until", "<=", clock())
      .returningAll()
      .executeTakeFirst(),
  );
  if (row === undefined) return undefined;
  const { id, recipient, subject, attempts, letter } = row;
  return {
    id,
    recipient,
    subject,
    attempts,
    letter,
    text: row.text_body,
    html: htmlInRow(row),
    secrets: row.secrets === null ? [] : (JSON.parse(row.secrets) as string[]),
    ...(row.reply_to === null ? {} : { replyTo: row.reply_to }),
    ...(row.unsubscribe_url === null ? {} : { unsubscribeUrl: row.unsubscribe_url }),
    ...(row.thread === null ? {} : { thread: row.thread }),
  };
}

export async function renewClaim(database: Database, clock: Clock, id: string): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable("mail_outbox")
      .set({ claimed_until: clock() + claimMs })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .execute(),
  );
}

export async function markMailSent(database: Database, id: string, at: number): Promise<void> {
  await database.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("mail_outbox")
      .set((set) => ({ state: "sent", sent_at: at, attempts: set("attempts", "+", 1) }))
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    if (numUpdatedRows === 1n) await addMailEvent(tx, id, "sent", at);
  });
}

interface FailedAttempt {
  readonly reason: string;
  readonly at: number;
  /** Time of the next attempt; null for none. */
  readonly nextAttemptAt: number | null;
}

/**
 * Records why an email was not sent. An email that another process has sent meanwhile stays sent.
 */
export async function markMailFailed(
  database: Database,
  id: string,
  { reason, at, nextAttemptAt }: FailedAttempt,
): Promise<void> {
  await database.write(async (tx) => {
    const { numUpdatedRows } = await tx
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
      .where("state", "=", "waiting")
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    await addMailEvent(tx, id, nextAttemptAt === null ? "given up" : "failed", at, reason);
  });
}

export async function addMailEvent(
  tx: WriteTransaction,
  mailId: string,
  event: MailEvent,
  at: number,
  note = "",
): Promise<void> {
  await tx
    .insertInto("mail_history")
    .values({ id: newId(), mail_id: mailId, event, at, note })
    .execute();
}
