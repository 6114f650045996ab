import type { ReactNode } from "react";
import { OrderDate } from "#app/order-room/order-date.tsx";
import type { OrderView } from "#app/order-room/order-view.server.ts";
import dataTableSheet from "#app/ui/customer/data-table.css?sheet";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { StatusMark } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { isRepeated } from "#content/model/plan-interval.ts";
import { orderAgainPath } from "../order-again-path.ts";
import type { ListedOrder } from "../orders-page.server.ts";

interface OrderInListProps {
  order: OrderView;
  withPrice: boolean;
}

/** A link to the order, with details that distinguish the order from others of the same day. */
export function OrderInList({ order, withPrice }: OrderInListProps) {
  const { id, number, date, packageName, pricePer } = order;
  const facts = [
    `Order ${number}`,
    packageName,
    ...(withPrice && pricePer !== "" ? [pricePer] : []),
  ];
  return (
    <>
      <a href={`/my-order/${id}`} aria-label={`Order ${number} of ${date}`}>
        <OrderDate order={order} />
      </a>
      <span className="order-line">{facts.join(" · ")}</span>
    </>
  );
}

/** A Cancelled or Refunded order is not pending, so its order status is the payment status. */
export function OrderStatusMark({ order }: { order: OrderView & Partial<Returned> }) {
  const { orderStatus, paymentStatus } = order;
  if (paymentStatus === "Cancelled") return <StatusMark tone="stopped">Cancelled</StatusMark>;
  if (paymentStatus === "Refunded") return <ReturnedMark nextStep={order.nextStep ?? null} />;
  return (
    <StatusMark tone={orderStatus === "Delivered" ? "good" : "waiting"}>{orderStatus}</StatusMark>
  );
}

type Returned = Pick<ListedOrder, "nextStep">;

/** A bank or PayPal can have taken the money back; the closed next step says so. */
function ReturnedMark({ nextStep }: Returned) {
  const words = nextStep?.kind === "closed" ? nextStep.words : "Refunded";
  return <StatusMark tone="neutral">{words}</StatusMark>;
}

interface LineOptions {
  readonly hasButton: boolean;
  /**
   * True for the first order of the list that waits for the customer, whose button is the primary
   * button of the page.
   */
  readonly isFirst: boolean;
}

/**
 * The line with the next step of an order in a list; null for an order without one. The column of
 * payments has the button to pay.
 */
export function nextStepLine(
  { nextStep, number }: ListedOrder,
  { hasButton, isFirst }: LineOptions,
): ReactNode {
  if (nextStep === null || nextStep.kind === "closed") return null;
  const { kind, words, action } = nextStep;
  return (
    <div className="next-step-line">
      <p className={`next-step-line__words${action ? " is-wanted" : ""}`}>
        <span className="unseen">Next step of order {number}: </span>
        {words}
      </p>
      {action && hasButton && kind !== "pay" && (
        <ButtonLink
          href={action.path}
          variant={isFirst ? "primary" : "secondary"}
          label={`${action.text} of order ${number}`}
        >
          {action.text}
        </ButtonLink>
      )}
    </div>
  );
}

interface PaymentCellProps {
  order: ListedOrder;
  /** True for the first order that waits for the customer. */
  isFirst: boolean;
}

export function PaymentCell({ order, isFirst }: PaymentCellProps) {
  useSheet(dataTableSheet);
  const awaited = order.paymentMark && (
    <StatusMark tone="waiting">{awaitedMoney[order.paymentMark]}</StatusMark>
  );
  switch (order.paymentStatus) {
    case "UnPaid":
      if (order.price === "") return <StatusMark tone="waiting">Not paid yet</StatusMark>;
      return (
        awaited ?? (
          <ButtonLink href={`/pay-now/${order.id}`} variant={isFirst ? "primary" : "secondary"}>
            Pay Now
          </ButtonLink>
        )
      );
    case "Paid":
      if (order.orderStatus !== "Delivered") {
        return <StatusMark tone="good">{order.paidWords}</StatusMark>;
      }
      return (
        <div className="payment-cell">
          <StatusMark tone="good">{order.paidWords}</StatusMark>
          <AgainLink order={order} />
        </div>
      );
    case "Cancelled":
      return (
        <div className="payment-cell">
          <StatusMark tone="stopped">You Have Cancelled</StatusMark>
          {awaited ?? <AgainLink order={order} />}
        </div>
      );
    case "Refunded":
      return (
        <div className="payment-cell">
          <ReturnedMark nextStep={order.nextStep} />
          <AgainLink order={order} />
        </div>
      );
  }
}

/** A plan that goes on is not ordered again, and an order of no plan has no form. */
function AgainLink({ order: { id, number, packageId, charged } }: { order: OrderView }) {
  if (packageId === "" || isRepeated(charged)) return null;
  return (
    <a href={orderAgainPath(packageId, id)} aria-label={`Order again, like order ${number}`}>
      Order again
    </a>
  );
}

/** Replaces the payment button, so that nobody pays again while a payment is in progress. */
const awaitedMoney = {
  "on-its-way": "Payment on its way",
  "to-decide": "Payment being checked",
  "transfer-awaited": "Waiting for your transfer",
};
