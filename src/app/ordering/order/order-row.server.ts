import type { Order, OrderStatus, PaymentStatus } from "../../../orders/order.ts";
import { dollarsFromCents } from "../../../platform/money.ts";
import { type DateReader, dateOf, minuteOf } from "../../../platform/time/dates.ts";

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
    // The address is gone with a deleted account.
    customerAddress: [order.customerAddress, order.customerCountry].filter(Boolean).join(", "),
    customerWebsite: order.customerWebsite,
    packageName: order.packageName,
    price: dollarsFromCents(order.priceCents),
    orderStatus: order.orderStatus,
    paymentStatus: order.paymentStatus,
  };
}
