import type { WriteTransaction } from "#platform/database/database.ts";

/**
 * Makes all emails due that were tried before. Call it after a change of the mail server, because
 * failed attempts at the former server may have postponed emails. An email that was not tried keeps
 * its time.
 */
export async function retryWaitingMails(tx: WriteTransaction, at: number): Promise<void> {
  await tx
    .updateTable("mail_outbox")
    .set({ due_at: at })
    .where("due_at", ">", at)
    .where("attempts", ">", 0)
    .execute();
}
