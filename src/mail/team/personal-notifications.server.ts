import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/** What a person of the team has chosen to be told, and what waits for their daily email. */
export const personalNotifications: PersonalData = {
  name: "notifications",
  async *records(queries, { accountId }) {
    const choices = await queries
      .selectFrom("notification_choices")
      .select(["topic", "choice", "chosen_at"])
      .where("account_id", "=", accountId)
      .orderBy("topic")
      .execute();
    yield choices.map(({ topic, choice, chosen_at }) => ({
      topic,
      choice,
      chosenAt: isoTime(chosen_at),
    }));
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom("notification_choices").where("account_id", "=", accountId).execute();
    await tx.deleteFrom("daily_notices").where("account_id", "=", accountId).execute();
  },
};
