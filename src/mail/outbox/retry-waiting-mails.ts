import type { WriteTransaction } from "#platform/database/database.ts";

/**
 * Makes all waiting emails due. Call it after a change of the mail server, because failed attempts
 * at the former server may have postponed emails.
 */
export async function retryWaitingMails(tx: WriteTransaction, at: number): Promise<void> {
  await tx.updateTable("mail_outbox").set({ due_at: at }).where("due_at", ">", at).execute();
}
