import { mailQueues } from "../../mail/outbox/mail-queues.ts";
import { pictureQueues } from "../../media/picture-queues.ts";
import { refundQueues } from "../../orders/refunds/refund-queues.ts";
import { paymentQueues } from "../../payments/notifications/payment-queues.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { QueueLength } from "../../platform/metrics/queue-length.ts";

export type QueueName =
  | "mail"
  | "failed-mail"
  | "notifications"
  | "reviews"
  | "refunds"
  | "given-up-refunds"
  | "pictures"
  | "failed-pictures";

export type Queues = Readonly<Record<QueueName, QueueLength>>;

/** All that waits for a worker, or for a person. */
export async function readQueues(queries: Queries): Promise<Queues> {
  const [mail, payments, refunds, pictures] = await Promise.all([
    mailQueues(queries),
    paymentQueues(queries),
    refundQueues(queries),
    pictureQueues(queries),
  ]);
  return {
    mail: mail.waiting,
    "failed-mail": mail.failed,
    notifications: payments.waiting,
    reviews: payments.reviews,
    refunds: refunds.waiting,
    "given-up-refunds": refunds.givenUp,
    pictures: pictures.waiting,
    "failed-pictures": pictures.failed,
  };
}
