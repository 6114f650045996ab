import type { WriteTransaction } from "#platform/database/database.ts";
import { cancelJob } from "#platform/schedule/scheduled-jobs.server.ts";

/** Kind of the scheduled job; the subject is the id of the order. */
export const briefReminderJob = "brief-reminder";

/**
 * Ends the reminders of a brief that was sent or skipped, or whose order was delivered without it:
 * deletes the scheduled reminder and those that wait for the next email, and takes the brief off the
 * panel's list of missing briefs.
 */
export async function endReminders(tx: WriteTransaction, orderId: string): Promise<void> {
  await cancelJob(tx, { kind: briefReminderJob, subject: orderId });
  await tx
    .deleteFrom("order_news")
    .where("order_id", "=", orderId)
    .where("email", "in", ["briefWanted", "briefReminder"])
    .execute();
  await tx
    .updateTable("order_briefs")
    .set({ missing_since: null })
    .where("order_id", "=", orderId)
    .execute();
}
