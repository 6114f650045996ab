import type { Post } from "#mail/mailer.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { selectNextMonth } from "#orders/placing/next-months.server.ts";
import type { JobHandlers } from "#platform/schedule/scheduled-jobs.server.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { stageOf } from "#stages/delivery-stage.ts";
import { periodOfOrder } from "#subscriptions/period-of-order.server.ts";
import { orderCompleteJob } from "../deliveries/delivery-record.server.ts";
import { isTestimonialAsked } from "../testimonials/testimonial-request.server.ts";

const testimonialQuestion = "Happy with the work? Say it in two sentences";

/**
 * Emails the customer that an order is complete, with a link to order the next month, or to the plan
 * that goes on by itself.
 */
export function orderCompleteJobs(post: Post): JobHandlers {
  return {
    async [orderCompleteJob](tx, { subject }) {
      const order = await lockOrder(tx, subject);
      if (order === undefined || order.customerEmail === "") return;
      // The order may have been refunded or reopened since.
      if (order.paymentStatus !== "Paid") return;
      if (stageOf(order, await acceptanceEventsOf(tx, order.id)) !== "accepted") return;
      if ((await selectNextMonth(tx, order.id)) !== undefined) return;
      const reader = { timeZone: await post.readTimeZone(tx) };
      const period = await periodOfOrder(tx, order.id, { reader, now: post.clock() });
      const facts = [
        ...(period === null ? [] : [["Next payment", period.nextPayment] as const]),
        ...((await isTestimonialAsked(tx, order))
          ? [[testimonialQuestion, `${post.publicUrl}/my-order/${order.id}#testimonial`] as const]
          : []),
      ];
      // A subscription goes on by itself, so nobody has to order its next month.
      const name = period === null ? "orderComplete" : "cycleComplete";
      await queueOrderEmails(tx, post, order, [{ name, facts }]);
    },
  };
}
