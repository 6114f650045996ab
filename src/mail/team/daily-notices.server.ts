import type { WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { scheduleLockedJob } from "#platform/schedule/scheduled-jobs.server.ts";
import type { Post } from "../mailer.ts";
import { dailyEmailJob, dailyEmailSubject, nextDailyEmail } from "./daily-email-job.ts";
import { choiceFor, type TeamMailbox } from "./team-mailboxes.server.ts";
import type { DailyNoticeRow } from "./team-tables.server.ts";

/** Keeps the text of an email for the next daily email of a person. */
export async function keepDailyNotice(
  tx: WriteTransaction,
  post: Post,
  accountId: string,
  notice: Omit<DailyNoticeRow, "id" | "account_id" | "created_at">,
): Promise<void> {
  const now = post.clock();
  // Schedules the job before the notice is inserted. If another process is running the job, this
  // transaction waits for that process and then schedules the job again.
  await scheduleLockedJob(tx, {
    kind: dailyEmailJob,
    subject: dailyEmailSubject(accountId, "team"),
    dueAt: nextDailyEmail(now, await post.readTimeZone(tx)),
  });
  await tx
    .insertInto("daily_notices")
    .values({ ...notice, id: newId(), account_id: accountId, created_at: now })
    .execute();
}

/**
 * Deletes the notices that wait for a person, in the transaction that queues the daily email, and
 * returns their texts. Leaves out what the person no longer wants or may no longer read.
 */
export async function takeDailyNotices(
  tx: WriteTransaction,
  post: Post,
  accountId: string,
  mailbox: TeamMailbox | undefined,
): Promise<readonly { readonly text: string; readonly path: string }[]> {
  const notices = await tx
    .deleteFrom("daily_notices")
    .where("account_id", "=", accountId)
    .returningAll()
    .execute();
  if (mailbox === undefined) return [];
  return notices
    .filter(({ email }) => choiceFor(mailbox, email) !== "never")
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ subject, facts, path }) => ({
      text: [subject, facts, `${post.publicUrl}${path}`].filter((line) => line !== "").join("\n"),
      path,
    }));
}
