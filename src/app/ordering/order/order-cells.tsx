import { OrderDate } from "#app/order-room/order-date.tsx";
import type { MarkedOrderView, OrderView } from "#app/order-room/order-view.server.ts";
import dataTableSheet from "#app/ui/customer/data-table.css?sheet";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { StatusMark } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { OrderStatus } from "#orders/order.ts";

interface OrderInListProps {
  order: OrderView;
  withPrice: boolean;
}

/** A link to the order, with details that distinguish the order from others of the same day. */
export function OrderInList({ order, withPrice }: OrderInListProps) {
  const { id, number, date, packageName, price } = order;
  const facts = [`Order ${number}`, packageName, ...(withPrice && price !== "" ? [price] : [])];
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
  order: MarkedOrderView;
  /** True for the first order to pay, whose button is the page's primary button. */
  isNextStep: boolean;
}

export function PaymentCell({ order, isNextStep }: PaymentCellProps) {
  useSheet(dataTableSheet);
  const awaited = order.paymentMark && (
    <StatusMark tone="waiting">{awaitedMoney[order.paymentMark]}</StatusMark>
  );
  switch (order.paymentStatus) {
    case "UnPaid":
      if (order.price === "") return <StatusMark tone="waiting">Not paid yet</StatusMark>;
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

/** Shown beside the payment button, so that nobody pays again while a payment is in progress. */
const awaitedMoney = { "on-its-way": "Payment on its way", "to-decide": "Payment being checked" };
