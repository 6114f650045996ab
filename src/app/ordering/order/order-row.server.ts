import type { Services } from "../../../compose.ts";
import type { Order, OrderStatus, PaymentStatus } from "../../../orders/order.ts";
import { type PaymentMark, paymentMarks } from "../../../orders/paying/payment-progress.ts";
import { dollarsFromCents } from "../../../platform/money.ts";
import { type DateReader, dateOf, minuteOf } from "../../../platform/time/dates.ts";
import type { Actor } from "../../../policy/actor.ts";

/** An order in tables and receipts, as formatted texts. */
export interface OrderRow {
  readonly id: string;
  readonly number: number;
  /** MM/DD/YY in the site's time zone. */
  readonly date: string;
  readonly fullDate: string;
  readonly isoDate: string;
  readonly customerName: string;
  readonly customerEmail: string;
  /** Address in one line, with the country. */
  readonly customerAddress: string;
  /** Website; "" for none. */
  readonly customerWebsite: string;
  readonly packageName: string;
  /** Such as "$149.00". */
  readonly price: string;
  readonly orderStatus: OrderStatus;
  readonly paymentStatus: PaymentStatus;
}

export function orderRow(order: Order, reader: DateReader): OrderRow {
  return {
    id: order.id,
    number: order.number,
    date: dateOf(order.placedAt, reader.timeZone),
    fullDate: minuteOf(order.placedAt, reader),
    isoDate: new Date(order.placedAt).toISOString(),
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    customerAddress: `${order.customerAddress}, ${order.customerCountry}`,
    customerWebsite: order.customerWebsite,
    packageName: order.packageName,
    price: dollarsFromCents(order.priceCents),
    orderStatus: order.orderStatus,
    paymentStatus: order.paymentStatus,
  };
}

/** An order in a list. */
export interface MarkedOrderRow extends OrderRow {
  readonly paymentMark: PaymentMark | null;
}

export async function markedRows(
  services: Services,
  actor: Actor,
  orders: readonly Order[],
  whose: "own" | "every",
  reader: DateReader,
): Promise<MarkedOrderRow[]> {
  const marks = await paymentMarks(services, actor, orders, whose);
  return orders.map((order) => ({
    ...orderRow(order, reader),
    paymentMark: marks.get(order.id) ?? null,
  }));
}
