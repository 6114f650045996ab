import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type LeasedRow, LeasedTable } from "#platform/leases.ts";
import type { MailEvent } from "../outbox/mail-tables.server.ts";
import type { Mail, MailReferences } from "../outbox/outbox.server.ts";
import { htmlInRow } from "../templates/email-html.ts";

export interface DueMail extends Mail, MailReferences {
  readonly id: string;
  /** The row as it was claimed. */
  readonly row: LeasedRow<"mail_outbox">;
  /** Null for an email that a person wrote. */
  readonly letter: string | null;
  /** Tokens and codes in the text; none for an email that was queued before Furrow stored them. */
  readonly secrets: readonly string[];
}

/** The lease of an email is renewed while the attempt lasts. */
export const mailLeases = new LeasedTable("mail_outbox", { key: ["id"], leaseMs: 60_000 });

/** Claims and reads the email that has been due for the longest time. */
export async function claimMail(database: Database, now: number): Promise<DueMail | undefined> {
  const row = await mailLeases.claim(database, now);
  if (row === undefined) return undefined;
  const { id, recipient, subject, letter } = row;
  return {
    id,
    row,
    recipient,
    subject,
    letter,
    text: row.text_body,
    html: htmlInRow(row),
    secrets: row.secrets === null ? [] : (JSON.parse(row.secrets) as string[]),
    ...(row.reply_to === null ? {} : { replyTo: row.reply_to }),
    ...(row.unsubscribe_url === null ? {} : { unsubscribeUrl: row.unsubscribe_url }),
    ...(row.thread === null ? {} : { thread: row.thread }),
    ...(row.attachments === null ? {} : { attachments: JSON.parse(row.attachments) as string[] }),
  };
}

export async function markMailSent(
  database: Database,
  { id, row }: Pick<DueMail, "id" | "row">,
  at: number,
): Promise<void> {
  await database.write(async (tx) => {
    const sent = { state: "sent", sent_at: at, due_at: null } as const;
    if (await mailLeases.settle(tx, row, sent)) await addMailEvent(tx, id, "sent", at);
  });
}

interface FailedAttempt {
  readonly reason: string;
  readonly at: number;
  /** Time of the next attempt; null for none. */
  readonly dueAt: number | null;
}

/** Records why an email was not sent, unless another process has claimed the email since. */
export async function markMailFailed(
  database: Database,
  { id, row }: Pick<DueMail, "id" | "row">,
  { reason, at, dueAt }: FailedAttempt,
): Promise<void> {
  const isGivenUp = dueAt === null;
  await database.write(async (tx) => {
    const failed = {
      last_error: reason,
      due_at: dueAt,
      ...(isGivenUp && { state: "failed" as const }),
    };
    if (!(await mailLeases.settle(tx, row, failed))) return;
    await addMailEvent(tx, id, isGivenUp ? "given up" : "failed", at, reason);
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
