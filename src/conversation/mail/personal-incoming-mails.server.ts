import type { Queries } from "#platform/database/database.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Person, PersonalData } from "#policy/personal-data.ts";

/**
 * Emails received from a person's confirmed address. Messages that were made from these emails are
 * in `personalOrderMessages`, and are not deleted.
 */
export const personalIncomingMails: PersonalData = {
  name: "receivedMails",
  async *records(queries, person) {
    if (!person.emailVerified) return;
    const chunks = rowChunks({ after: "" }, rowId, (last, size) =>
      queries
        .selectFrom("incoming_mails")
        .select(["id", "subject", "original", "state", "received_at"])
        .where("sender_key", "=", normalEmail(person.email))
        .where("id", ">", last)
        .orderBy("id")
        .limit(size)
        .execute(),
    );
    for await (const rows of chunks) {
      yield rows.map(({ subject, original, state, received_at }) => ({
        subject,
        text: original,
        state,
        at: isoTime(received_at),
      }));
    }
  },
  /** Also deletes emails of other people to the person's orders, which may be about the person. */
  async forget(tx, person) {
    if (person.emailVerified) {
      await tx
        .deleteFrom("incoming_mails")
        .where("sender_key", "=", normalEmail(person.email))
        .execute();
    }
    await tx.deleteFrom("incoming_mails").where("order_id", "in", ordersOf(tx, person)).execute();
  },
};

function ordersOf(queries: Queries, { accountId }: Person) {
  return queries.selectFrom("orders").select("id").where("account_id", "=", accountId);
}
