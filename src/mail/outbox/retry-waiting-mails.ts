import type { WriteTransaction } from "../../platform/database/database.ts";

/** Makes all waiting emails due, because what they wait for may have been another mail server. */
export async function retryWaitingMails(tx: WriteTransaction, at: number): Promise<void> {
  await tx
    .updateTable("mail_outbox")
    .set({ next_attempt_at: at })
    .where("state", "=", "waiting")
    .where("next_attempt_at", ">", at)
    .execute();
}
