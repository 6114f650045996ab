import { engineOf, type WriteTransaction } from "#platform/database/database.ts";
import { isClaimed } from "#platform/leases.ts";

interface WithdrawnMails {
  /** Id of the order, message or account that the emails are about. */
  readonly about: string;
  readonly letter: string;
  /** Only emails queued at or after this time. */
  readonly since: number;
}

/**
 * Deletes queued emails whose cause is undone, and returns their number. Deletes nothing and
 * returns null when an email was sent or may be on its way.
 */
export async function withdrawMails(
  tx: WriteTransaction,
  { about, letter, since }: WithdrawnMails,
): Promise<number | null> {
  const mails = await tx
    .selectFrom("mail_outbox")
    .select(["id", "state", "leased_until"])
    .where("about", "=", about)
    .where("letter", "=", letter)
    .where("created_at", ">=", since)
    // Locks the emails, so that no worker of another process claims an email before the deletion.
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .execute();
  if (mails.some((mail) => mail.state === "sent" || isClaimed(mail))) return null;
  const ids = mails.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("mail_outbox").where("id", "in", ids).execute();
  return ids.length;
}
