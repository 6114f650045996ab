import { accountEmails } from "#content/emails/email-templates.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Person, PersonalData } from "#policy/personal-data.ts";

/**
 * Emails in the outbox. The download omits the text of each email, because links in the text may
 * grant access.
 */
export const personalMails: PersonalData = {
  name: "mails",
  async *records(queries, person) {
    if (!person.emailVerified) return;
    const chunks = rowChunks({ after: "" }, rowId, (last, size) =>
      mailsTo(queries, person).where("id", ">", last).orderBy("id").limit(size).execute(),
    );
    for await (const rows of chunks) {
      yield rows.map(({ subject, state, created_at }) => ({
        subject,
        state,
        at: isoTime(created_at),
      }));
    }
  },
  async forget(tx, { email, emailVerified }) {
    // An unconfirmed address may belong to somebody else, so only emails about accounts are
    // deleted.
    await tx
      .deleteFrom("mail_outbox")
      .where("recipient_key", "=", normalEmail(email))
      .$if(!emailVerified, (query) => query.where("letter", "in", Object.keys(accountEmails)))
      .execute();
  },
};

function mailsTo(queries: Queries, { email }: Person) {
  return queries
    .selectFrom("mail_outbox")
    .select(["id", "subject", "state", "created_at"])
    .where("recipient_key", "=", normalEmail(email));
}

/**
 * Deletes all emails about the orders, messages or accounts with these ids, whoever the recipient
 * is, and what waits for a daily email about them.
 */
export async function deleteEmailsAbout(
  tx: WriteTransaction,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom("mail_outbox").where("about", "in", ids).execute();
  await tx.deleteFrom("daily_notices").where("about", "in", ids).execute();
}
