import { giveBackCoupon } from "../orders/coupons/coupon-places.server.ts";
import type { Order } from "../orders/order.ts";
import { lockOrder } from "../orders/order-store.server.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import { type JobHandlers, scheduleJob } from "../platform/schedule/scheduled-jobs.server.ts";
import { paymentUnderWayUntil } from "../subscriptions/cycles/first-payment.server.ts";

const unpaidCouponJob = "unpaid-coupon";

/** An unpaid order keeps its place of a coupon for this time, and longer while it is being paid. */
export const couponKeptMs = 48 * 60 * 60 * 1000;

/** Schedules that an order with a coupon gives its place back, unless it is paid until then. */
export async function awaitPayment(
  tx: WriteTransaction,
  { id }: Pick<Order, "id">,
  from: number,
): Promise<void> {
  const dueAt = from + couponKeptMs;
  await scheduleJob(tx, { kind: unpaidCouponJob, subject: id, dueAt });
}

export const couponJobs: JobHandlers = {
  async [unpaidCouponJob](tx, { subject: id }, now) {
    const order = await lockOrder(tx, id);
    if (order?.paymentStatus !== "UnPaid") return;
    const dueAt = await paymentUnderWayUntil(tx, id);
    if (dueAt > now) await scheduleJob(tx, { kind: unpaidCouponJob, subject: id, dueAt });
    else await giveBackCoupon(tx, id, now);
  },
};
