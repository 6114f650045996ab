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
  const mails = await lockMails(tx, { about, letter, since });
  if (mails.some((mail) => mail.state === "sent" || isClaimed(mail))) return null;
  await deleteMails(tx, mails);
  return mails.length;
}

/**
 * Deletes the queued emails whose cause is over, and returns their addresses in lower case. An
 * email that was sent stays, and so does an email whose attempt runs at `now`. An attempt whose
 * lease has ended does not run any more, because its process has died.
 */
export async function withdrawUnsentMails(
  tx: WriteTransaction,
  mails: Omit<WithdrawnMails, "since">,
  now: number,
): Promise<readonly string[]> {
  const found = await lockMails(tx, { ...mails, since: 0 });
  const unsent = found.filter(({ state, leased_until }) => state !== "sent" && leased_until <= now);
  await deleteMails(tx, unsent);
  return unsent.map(({ recipient_key }) => recipient_key);
}

function lockMails(tx: WriteTransaction, { about, letter, since }: WithdrawnMails) {
  return (
    tx
      .selectFrom("mail_outbox")
      .select(["id", "state", "leased_until", "recipient_key"])
      .where("about", "=", about)
      .where("letter", "=", letter)
      .where("created_at", ">=", since)
      // Locks the emails, so that no worker of another process claims an email before the deletion.
      .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
      .execute()
  );
}

async function deleteMails(tx: WriteTransaction, mails: readonly { readonly id: string }[]) {
  const ids = mails.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("mail_outbox").where("id", "in", ids).execute();
}
