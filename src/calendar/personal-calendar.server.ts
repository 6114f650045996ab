import { isoTime } from "../platform/time/dates.ts";
import type { PersonalData } from "../policy/personal-data.ts";

/**
 * The export has the time when a person created their calendar address, but not the address itself,
 * because it is a secret.
 */
export const personalCalendar: PersonalData = {
  name: "calendarAddresses",
  async *records(queries, { accountId }) {
    const feeds = await queries
      .selectFrom("calendar_feeds")
      .select("created_at")
      .where("account_id", "=", accountId)
      .execute();
    yield feeds.map(({ created_at }) => ({ createdAt: isoTime(created_at) }));
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom("calendar_feeds").where("account_id", "=", accountId).execute();
  },
};
