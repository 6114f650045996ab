import { sql } from "kysely";
import { deleteEmailsAbout } from "../mail/outbox/personal-mails.server.ts";
import { rowChunks, rowId } from "../platform/database/row-chunks.ts";
import { normalEmail } from "../platform/texts/email-address.ts";
import { isoTime } from "../platform/time/dates.ts";
import type { PersonalData } from "../policy/personal-data.ts";

const senderKey = sql<string>`lower(email)`;
const forgottenAtOnce = 500;
/**
 * Messages belong to the account with the sender's address, but only after the account has
 * confirmed the address: anybody can register with somebody else's address.
 */
export const personalMessages: PersonalData = {
  name: "messages",
  async *records(queries, { email, emailVerified }) {
    if (!emailVerified) return;
    const chunks = rowChunks({ after: "" }, rowId, (last, size) =>
      queries
        .selectFrom("messages")
        .select(["id", "name", "email", "number", "subject", "message", "received_at"])
        .where(senderKey, "=", normalEmail(email))
        .where("id", ">", last)
        .orderBy("id")
        .limit(size)
        .execute(),
    );
    for await (const rows of chunks) {
      yield rows.map(({ id: _id, received_at, ...sent }) => ({
        ...sent,
        at: isoTime(received_at),
      }));
    }
  },
  async forget(tx, { email, emailVerified }) {
    if (!emailVerified) return;
    const gone = await tx
      .deleteFrom("messages")
      .where(senderKey, "=", normalEmail(email))
      .returning("id")
      .execute();
    for (let start = 0; start < gone.length; start += forgottenAtOnce) {
      const ids = gone.slice(start, start + forgottenAtOnce).map(({ id }) => id);
      await deleteEmailsAbout(tx, ids);
    }
  },
};

export const personalSubscription: PersonalData = {
  name: "subscriptions",
  async *records(queries, { email, emailVerified }) {
    if (!emailVerified) return;
    const rows = await queries
      .selectFrom("subscribers")
      .select(["email", "subscribed_at"])
      .where("email_key", "=", normalEmail(email))
      .execute();
    yield rows.map((row) => ({ email: row.email, subscribedAt: isoTime(row.subscribed_at) }));
  },
  async forget(tx, { email, emailVerified }) {
    if (!emailVerified) return;
    await tx.deleteFrom("subscribers").where("email_key", "=", normalEmail(email)).execute();
  },
};
