import type { Post } from "../mail/post.ts";
import { queueLetter } from "../mail/queue-letter.server.ts";
import type { WriteTransaction } from "../platform/database.ts";
import { dollarsFromCents } from "../platform/money.ts";
import type { Order } from "./order.ts";

/** The letters about orders, and who gets each. */
const audiences = {
  orderPlaced: "customer",
  orderPlacedOwner: "owner",
  paymentReceived: "customer",
  paymentReceivedOwner: "owner",
  paymentCancelled: "customer",
  orderDelivered: "customer",
} as const;

/** Tells the customer or the owner, in the transaction of what has happened to the order. */
export async function queueOrderLetter(
  tx: WriteTransaction,
  post: Post,
  name: keyof typeof audiences,
  order: Order,
  facts?: readonly (readonly [label: string, value: string])[],
): Promise<void> {
  const isToCustomer = audiences[name] === "customer";
  await queueLetter(tx, post, {
    name,
    ...(isToCustomer && { recipient: order.customerEmail }),
    values: {
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      orderNumber: String(order.number),
      plan: order.packageName,
      amount: dollarsFromCents(order.priceCents),
    },
    path: isToCustomer ? `/my-order/${order.id}` : `/admin/payment-status/${order.id}`,
    ...(facts && { facts }),
    about: order.id,
  });
}
