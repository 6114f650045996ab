import type { OrderStatus } from "../../../orders/order.ts";
import { StatusMark } from "../../ui/customer/status-mark.tsx";
import { ButtonLink } from "../../ui/forms/button.tsx";
import type { MarkedOrderRow } from "./marked-rows.server.ts";
import type { OrderRow } from "./order-row.server.ts";

export function OrderDate({ order }: { order: OrderRow }) {
  return (
    <time dateTime={order.isoDate} title={order.fullDate}>
      {order.date}
    </time>
  );
}

interface OrderInListProps {
  order: OrderRow;
  /** Where no column of its own says it. */
  withPrice: boolean;
}

/** The way to the order, and what tells it from the others: orders of one day read alike otherwise. */
export function OrderInList({ order, withPrice }: OrderInListProps) {
  const { id, number, date, packageName, price } = order;
  const facts = [`Order ${number}`, packageName, ...(withPrice ? [price] : [])];
  return (
    <>
      <a href={`/my-order/${id}`} aria-label={`Order ${number} of ${date}`}>
        <OrderDate order={order} />
      </a>
      <span className="order-line">{facts.join(" · ")}</span>
    </>
  );
}

export function OrderStatusMark({ status }: { status: OrderStatus }) {
  return <StatusMark tone={status === "Delivered" ? "good" : "waiting"}>{status}</StatusMark>;
}

interface PaymentCellProps {
  order: MarkedOrderRow;
  /** A page has one next step; what else can be paid is drawn as an outline. */
  isNextStep: boolean;
}

/** What a customer can do about the payment, or that there is nothing left to do. */
export function PaymentCell({ order, isNextStep }: PaymentCellProps) {
  const awaited = order.paymentMark && (
    <StatusMark tone="waiting">{awaitedMoney[order.paymentMark]}</StatusMark>
  );
  switch (order.paymentStatus) {
    case "UnPaid":
      return (
        <div className="payment-cell">
          {awaited}
          <ButtonLink href={`/pay-now/${order.id}`} variant={isNextStep ? "primary" : "secondary"}>
            Pay Now
          </ButtonLink>
        </div>
      );
    case "Paid":
      return <StatusMark tone="good">You Have Paid</StatusMark>;
    case "Cancelled":
      return (
        <div className="payment-cell">
          <StatusMark tone="stopped">You Have Cancelled</StatusMark>
          {awaited}
        </div>
      );
    case "Refunded":
      return <StatusMark tone="neutral">Refunded</StatusMark>;
  }
}

/** Said beside the way to pay, so that nobody takes a payment that is on its way for none. */
const awaitedMoney = { "on-its-way": "Payment on its way", "to-decide": "Payment being checked" };
