import { addOrderNews } from "#conversation/news/order-news.server.ts";
import type { Post } from "#mail/mailer.ts";
import type { Order } from "#orders/order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { lastDayOfAcceptance, type RecordedDelivery } from "./delivery-record.server.ts";

/**
 * Delays the email about a delivery, so that an admin can undo the change before the email is sent.
 */
const emailDelayMs = 15_000;

interface EmailedDelivery extends RecordedDelivery {
  readonly at: number;
}

export async function queueDeliveryEmail(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  { number, reviewUntil, at }: EmailedDelivery,
): Promise<void> {
  const timeZone = await post.readTimeZone(tx);
  const lastDay = longDateOf(lastDayOfAcceptance(reviewUntil), { timeZone });
  const facts = [
    ...(number > 1 ? [["Delivery", String(number)] as const] : []),
    ...(order.paymentStatus === "Paid" ? [["Last day for an answer", lastDay] as const] : []),
    ...openFacts(order),
  ];
  await addOrderNews(tx, order, { name: "orderDelivered", facts, at, delayMs: emailDelayMs });
}

/**
 * The owner can deliver before the customer pays. The email about the delivery then states the
 * amount due.
 */
function openFacts({ paymentStatus, priceCents, currency }: Order) {
  if (paymentStatus !== "UnPaid") return [];
  const due = `${dollarsFromCents(priceCents)} ${currency}`;
  return [["Still due", due, "the price of the order"]] as const;
}
