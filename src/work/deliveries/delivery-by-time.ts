import { addOrderNews } from "#conversation/news/order-news.server.ts";
import type { Post } from "#mail/mailer.ts";
import type { Order } from "#orders/order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import type { JobHandlers } from "#platform/schedule/scheduled-jobs.server.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { authorOf, system } from "#policy/actor.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { acceptanceStateOf, stageOf } from "#stages/delivery-stage.ts";
import { storeAcceptance } from "./delivery-answers.ts";
import {
  acceptanceEndOf,
  acceptanceJob,
  lastDayOfAcceptance,
  reminderJob,
  reviewDays,
} from "./delivery-record.server.ts";
import type { DeliveryRow } from "./delivery-tables.server.ts";

/** Jobs of a delivery: a reminder, and the acceptance of a delivery without an answer. */
export function deliveryJobs(post: Post): JobHandlers {
  return {
    async [reminderJob](tx, { subject }) {
      const found = await underReview(tx, subject);
      if (found === null) return;
      const { order, delivery } = found;
      const timeZone = await post.readTimeZone(tx);
      const lastDay = longDateOf(lastDayOfAcceptance(await acceptanceEndOf(tx, delivery)), {
        timeZone,
      });
      await queueOrderEmails(tx, post, order, [
        {
          name: "deliveryReminder",
          facts: [
            ["Delivery", String(delivery.number)],
            ["Last day for an answer", lastDay],
          ],
        },
      ]);
    },
    async [acceptanceJob](tx, { subject }, now) {
      const found = await underReview(tx, subject);
      if (found === null) return;
      const { order, delivery } = found;
      const { number } = delivery;
      const author = authorOf(system);
      await storeAcceptance(tx, order, {
        number,
        way: "by-time",
        author,
        accountId: null,
        at: now,
      });
      await addOrderNews(tx, order, {
        name: "deliveryAcceptedOwner",
        facts: [
          ["Delivery", String(number)],
          ["Accepted", `without an answer within ${reviewDays} days`],
        ],
        at: now,
      });
    },
  };
}

interface UnderReview {
  readonly order: Order;
  readonly delivery: DeliveryRow;
}

/** Locks the order of a delivery. Null if the delivery is not under review any more. */
async function underReview(tx: WriteTransaction, deliveryId: string): Promise<UnderReview | null> {
  const delivery = await tx
    .selectFrom("order_deliveries")
    .selectAll()
    .where("id", "=", deliveryId)
    .executeTakeFirst();
  const order = delivery && (await lockOrder(tx, delivery.order_id));
  if (order === undefined || delivery === undefined) return null;
  const events = await acceptanceEventsOf(tx, order.id);
  const isOpen =
    stageOf(order, events) === "in-review" && acceptanceStateOf(events).number === delivery.number;
  return isOpen ? { order, delivery } : null;
}
