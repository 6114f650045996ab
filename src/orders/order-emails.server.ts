import type { Post } from "../mail/mailer.ts";
import { queueLetters } from "../mail/queue-email.server.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import { dollarsFromCents } from "../platform/money.ts";
import type { Order } from "./order.ts";

/** The letters about orders, and who gets each. */
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
  /** The amount that its words name; the order's price where it is left out. */
  readonly amountCents?: number;
  readonly facts?: readonly (readonly [label: string, value: string])[];
}

/**
 * Tells the customer and the owner, in the transaction of what has happened to the order. Whoever knows
 * whether the customer's address is confirmed says so.
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
