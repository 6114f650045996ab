import { dailyEmailJob, dailyEmailSubject } from "#mail/team/daily-email-job.ts";
import { cancelJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/** A person's choices about emails, and the news that waits for an email to the person. */
export const personalOrderNews: PersonalData = {
  name: "emailsAboutOrders",
  async *records(queries, { accountId }) {
    const choices = await queries
      .selectFrom("mail_choices")
      .select(["side", "choice", "chosen_at"])
      .where("account_id", "=", accountId)
      .orderBy("side")
      .execute();
    yield choices.map(({ side, choice, chosen_at }) => ({
      as: side === "customer" ? "customer" : "team",
      choice,
      chosenAt: isoTime(chosen_at),
    }));
  },
  async forget(tx, { accountId }) {
    for (const side of ["customer", "team"] as const) {
      await cancelJob(tx, { kind: dailyEmailJob, subject: dailyEmailSubject(accountId, side) });
    }
    await tx.deleteFrom("mail_choices").where("account_id", "=", accountId).execute();
    const own = tx.selectFrom("orders").select("id").where("account_id", "=", accountId);
    await tx
      .deleteFrom("order_news")
      .where((where) =>
        where.or([where("account_id", "=", accountId), where("order_id", "in", own)]),
      )
      .execute();
  },
};
