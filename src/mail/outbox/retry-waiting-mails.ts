import type { WriteTransaction } from "#platform/database/database.ts";

/**
 * Makes all waiting emails due. Call it after a change of the mail server, because failed attempts
 * at the former server may have postponed emails.
 */
export async function retryWaitingMails(tx: WriteTransaction, at: number): Promise<void> {
  await tx
    .updateTable("mail_outbox")
    .set({ next_attempt_at: at })
    .where("state", "=", "waiting")
    .where("next_attempt_at", ">", at)
    .execute();
}
