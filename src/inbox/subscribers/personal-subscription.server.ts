import { normalEmail } from "../../platform/texts/email-address.ts";
import { isoTime } from "../../platform/time/dates.ts";
import type { PersonalData } from "../../policy/personal-data.ts";

/** The newsletter subscription of a confirmed address. */
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
