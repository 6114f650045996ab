import { briefReminderJob } from "#conversation/news/end-reminders.server.ts";
import { addOrderNews } from "#conversation/news/order-news.server.ts";
import { unacceptedPayment } from "#money/ledger/outstanding-balance.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { type JobHandlers, scheduleJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { eventOf, readBrief } from "./brief-record.server.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Days from the payment to each of the three reminders, and to the time when the panel lists the
 * brief as missing.
 */
const reminderDays = [2, 5, 10, 12] as const;
const reminders = reminderDays.length - 1;
/** Minimum pause after a reminder, so that a process that was stopped does not send two at once. */
const shortestPauseMs = 2 * dayMs;

export async function scheduleFirstReminder(
  tx: WriteTransaction,
  orderId: string,
  begunAt: number,
): Promise<void> {
  const dueAt = begunAt + reminderDays[0] * dayMs;
  await scheduleJob(tx, { kind: briefReminderJob, subject: orderId, dueAt });
}

/**
 * Reminds the customer of an open brief three times. Two days after the last reminder, the first
 * screen of the panel lists the brief as missing. Does nothing for a brief that is no longer open, and
 * waits while an admin has not accepted a payment that came after the cancellation of the order.
 */
export const briefJobs: JobHandlers = {
  async [briefReminderJob](tx, { subject: orderId }, now) {
    const order = await lockOrder(tx, orderId);
    const brief = order && (await readBrief(tx, order));
    if (order === undefined || brief?.phase !== "open") return;
    // An order has no email address after its account was deleted, so nobody can answer.
    if (order.customerEmail === "") return;
    // The team can still undo a delivery that waits for the customer.
    const isDelivered = brief.stage === "in-review";
    if (!isDelivered && brief.stage !== "awaiting-brief") return;
    if (isDelivered || (await unacceptedPayment(tx, order)) !== null) {
      await scheduleJob(tx, { kind: briefReminderJob, subject: orderId, dueAt: now + dayMs });
      return;
    }
    const sent = brief.row.reminders;
    const isLast = sent >= reminders;
    await tx
      .updateTable("order_briefs")
      .set(isLast ? { missing_since: now } : { reminders: sent + 1 })
      .where("order_id", "=", orderId)
      .execute();
    if (isLast) return;
    await addOrderNews(tx, order, { name: "briefReminder", at: now });
    const begunAt = eventOf(brief.events, "begun")?.at ?? now;
    const dueAt = Math.max(begunAt + (reminderDays[sent + 1] ?? 0) * dayMs, now + shortestPauseMs);
    await scheduleJob(tx, { kind: briefReminderJob, subject: orderId, dueAt });
  },
};
