import type { Order } from "#orders/order.ts";

/**
 * What the customer writes with the transfer. Banks accept these letters, digits and the blank, and
 * the word tells the number from those of invoices and customers.
 */
export function transferReference({ number }: Pick<Order, "number">): string {
  return `Order ${number}`;
}
