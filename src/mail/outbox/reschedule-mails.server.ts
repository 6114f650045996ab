import type { WriteTransaction } from "#platform/database/database.ts";

export interface MailsToReschedule {
  /** Id of the order that the emails are about. */
  readonly about: string;
  readonly letter: string;
}

/**
 * Queued emails that no worker has tried to send. The time of another email is the time of its next
 * attempt.
 */
function untried(tx: WriteTransaction, { about, letter }: MailsToReschedule) {
  return tx
    .updateTable("mail_outbox")
    .where("about", "=", about)
    .where("letter", "=", letter)
    .where("state", "=", "waiting")
    .where("attempts", "=", 0);
}

/** Sends emails at a later time than planned. An email that is planned for later stays so. */
export async function postponeMails(
  tx: WriteTransaction,
  mails: MailsToReschedule,
  until: number,
): Promise<void> {
  await untried(tx, mails).set({ due_at: until }).where("due_at", "<", until).execute();
}

/** Sends postponed emails at an earlier time than planned. */
export async function advanceMails(
  tx: WriteTransaction,
  mails: MailsToReschedule,
  to: number,
): Promise<void> {
  await untried(tx, mails).set({ due_at: to }).where("due_at", ">", to).execute();
}
