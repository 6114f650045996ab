import type { Post } from "../mail/mailer.ts";
import { queueLetters } from "../mail/queue-email.server.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import { dollarsFromCents } from "../platform/money.ts";
import type { Order } from "./order.ts";

/** Recipients of each email about an order. */
const audiences = {
  orderPlaced: "customer",
  orderPlacedOwner: "owner",
  paymentReceived: "customer",
  paymentReceivedOwner: "owner",
  paidAfterCancelling: "customer",
  paidAgain: "customer",
  moneyReturned: "customer",
  paymentCancelled: "customer",
  orderDelivered: "customer",
} as const;

type OrderLetterName = keyof typeof audiences;

interface OrderLetter {
  readonly name: OrderLetterName;
  /** Amount in the text; the order's price by default. */
  readonly amountCents?: number;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** Time before which it is not sent. */
  readonly sendAt?: number;
}

/**
 * Queues emails about an order to customer and owner, in the transaction of their cause. The caller
 * passes whether the address is confirmed, if it is known.
 */
export async function queueOrderLetters(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  toSend: readonly OrderLetter[],
  isConfirmed?: boolean,
): Promise<void> {
  const written = toSend.map(({ amountCents = order.priceCents, ...letter }) => {
    const values = {
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      orderNumber: String(order.number),
      plan: order.packageName,
      amount: dollarsFromCents(amountCents),
    };
    const about = { ...letter, values, about: order.id };
    return audiences[letter.name] === "owner"
      ? { ...about, path: `/admin/payment-status/${order.id}` }
      : { ...about, path: `/my-order/${order.id}`, recipient: order.customerEmail, isConfirmed };
  });
  await queueLetters(tx, post, written);
}
