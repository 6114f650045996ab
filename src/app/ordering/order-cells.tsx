import type { OrderStatus } from "../../orders/order.ts";
import { ButtonLink } from "../ui/button.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import type { OrderRow } from "./order-row.server.ts";

export function OrderDate({ order }: { order: OrderRow }) {
  return (
    <time dateTime={order.isoDate} title={order.fullDate}>
      {order.date}
    </time>
  );
}

export function OrderStatusMark({ status }: { status: OrderStatus }) {
  return <StatusMark tone={status === "Delivered" ? "good" : "waiting"}>{status}</StatusMark>;
}

/** What a customer can do about the payment, or that there is nothing left to do. */
export function PaymentCell({ order }: { order: OrderRow }) {
  switch (order.paymentStatus) {
    case "UnPaid":
      return <ButtonLink href={`/pay-now/${order.id}`}>Pay Now</ButtonLink>;
    case "Paid":
      return <StatusMark tone="good">You Have Paid</StatusMark>;
    case "Cancelled":
      return <StatusMark tone="stopped">You Have Cancelled</StatusMark>;
    case "Refunded":
      return <StatusMark tone="neutral">Refunded</StatusMark>;
  }
}
