import { sql } from "kysely";
import { forgetMailsAbout } from "../mail/personal-mails.server.ts";
import { isoTime } from "../platform/dates.ts";
import { normalEmail } from "../platform/email-address.ts";
import type { PersonalData } from "../policy/personal-data.ts";

const senderKey = sql<string>`lower(email)`;
const chunkSize = 500;

/** Messages are found by the address that their sender gave, so they are the account's once that is confirmed. */
export const personalMessages: PersonalData = {
  name: "messages",
  async *records(queries, { email, emailVerified }) {
    if (!emailVerified) return;
    for (let last = ""; ; ) {
      const rows = await queries
        .selectFrom("messages")
        .select(["id", "name", "email", "number", "subject", "message", "received_at"])
        .where(senderKey, "=", normalEmail(email))
        .where("id", ">", last)
        .orderBy("id")
        .limit(chunkSize)
        .execute();
      if (rows.length > 0) {
        yield rows.map(({ id: _id, received_at, ...sent }) => ({
          ...sent,
          at: isoTime(received_at),
        }));
      }
      if (rows.length < chunkSize) return;
      last = rows.at(-1)?.id ?? last;
    }
  },
  async forget(tx, { email, emailVerified }) {
    if (!emailVerified) return;
    const gone = await tx
      .deleteFrom("messages")
      .where(senderKey, "=", normalEmail(email))
      .returning("id")
      .execute();
    for (let start = 0; start < gone.length; start += chunkSize) {
      const ids = gone.slice(start, start + chunkSize).map(({ id }) => id);
      await forgetMailsAbout(tx, ids);
    }
  },
};
