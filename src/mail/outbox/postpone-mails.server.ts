import type { WriteTransaction } from "#platform/database/database.ts";

interface PostponedMails {
  readonly about: string;
  readonly letter: string;
  /** Earliest time of sending. */
  readonly until: number;
}

/** Postpones queued emails that no worker has tried to send. */
export async function postponeMails(
  tx: WriteTransaction,
  { about, letter, until }: PostponedMails,
): Promise<void> {
  await tx
    .updateTable("mail_outbox")
    .set({ due_at: until })
    .where("about", "=", about)
    .where("letter", "=", letter)
    .where("state", "=", "waiting")
    .where("attempts", "=", 0)
    .where("due_at", "<", until)
    .execute();
}
