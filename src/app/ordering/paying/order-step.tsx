import type { ReactNode } from "react";
import { OrderReceipt } from "#app/order-room/money/customer-receipt.tsx";
import type { MoneyQuestions } from "#app/order-room/money/money-questions.server.ts";
import type { OrderView } from "#app/order-room/order-view.server.ts";
import { useSite } from "#app/site-layout.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { PaymentProgress } from "#money/paying/payment-progress.ts";
import { addressOf } from "#seo/public-pages.ts";
import { orderAgainPath } from "../order-again-path.ts";
import orderingSheet from "../ordering.css?sheet";

export function OrderStep({ order, children }: { order: OrderView; children: ReactNode }) {
  useSheet(orderingSheet);
  return (
    <div className="order-step">
      <div className="order-step__words">{children}</div>
      <OrderReceipt order={order} />
    </div>
  );
}

interface ProgressNoticeProps {
  order: OrderView;
  progress: PaymentProgress;
  /** True beside buttons of several ways to pay. */
  hasOthers?: boolean;
}

/** State of a payment that has not been applied, with advice about paying again. */
export function ProgressNotice({ order, progress, hasOthers = false }: ProgressNoticeProps) {
  const { state, providerName, isSlow, hasExpired } = progress;
  switch (state) {
    case "pending":
      return isSlow ? (
        <Notice tone="info">
          Your bank is confirming the payment of {order.price}, which can take some working days.
          Please do not pay again: we will email you when it arrives.
        </Notice>
      ) : (
        <Notice tone="info">
          {providerName} is still processing the payment of {order.price}. Please do not pay again:
          we will email you when it arrives.
        </Notice>
      );
    case "returned":
      return (
        <Notice tone="info">
          The payment was started at {providerName}, which has not reported a result yet for the
          payment of {order.price}. Please do not pay again: we will email you when it arrives.
        </Notice>
      );
    case "declined":
      if (hasExpired) {
        return (
          <Notice tone="info">
            The payment page of {providerName} has expired. Nothing was charged. Please pay again.
          </Notice>
        );
      }
      return (
        <Notice tone="error">
          {providerName} declined the payment. Nothing was charged. Please try again
          {hasOthers ? ", with another card or in another way" : ""}.
        </Notice>
      );
    case "in-question":
      return (
        <Notice tone="info">
          A payment that arrived at {providerName} does not match this order. We are checking it and
          will email you. Please do not pay again.
        </Notice>
      );
  }
}

/** Warns a customer who cancels, or has cancelled, that a payment may still arrive. */
export function onCancelling(
  { price }: OrderView,
  { state, providerName, isSlow }: PaymentProgress,
): string {
  const afterwards =
    "If it arrives, the order still counts as paid: we will check it and email you.";
  switch (state) {
    case "pending":
      if (isSlow) {
        return `Your bank is confirming the payment of ${price}. Cancelling does not stop it. ${afterwards}`;
      }
      return `${providerName} is still processing the payment of ${price}. Cancelling does not stop it. ${afterwards}`;
    case "returned":
      return `The payment was started at ${providerName}, which has not reported a result yet for the payment of ${price}. Cancelling does not stop it. ${afterwards}`;
    default:
      return `A payment that arrived at ${providerName} does not match this order. We are checking it and will email you, even if you cancel the order.`;
  }
}

interface PaidNoticesProps {
  questions: MoneyQuestions;
  /** Shown unless the payment arrived after the customer had cancelled the order. */
  thanks: string;
}

export function PaidNotices({ questions, thanks }: PaidNoticesProps) {
  const { afterCancelling, tooOften } = questions;
  return (
    <>
      {afterCancelling ? (
        <Notice tone="info">{afterCancelling}</Notice>
      ) : (
        <Notice tone="success">{thanks}</Notice>
      )}
      {tooOften && <Notice tone="info">{tooOften}</Notice>}
    </>
  );
}

interface OrderAgainProps {
  /** Undefined when the plan is no longer on sale. */
  planId: string | undefined;
  /** The order whose details the form has. */
  orderId: string;
}

/** A link to order the same plan again, or to all plans when the plan is no longer on sale. */
export function OrderAgain({ planId, orderId }: OrderAgainProps) {
  const { site } = useSite();
  if (planId === undefined) {
    return <ButtonLink href={addressOf(site, "pricing")}>See the plans of today</ButtonLink>;
  }
  return <ButtonLink href={orderAgainPath(planId, orderId)}>Order again</ButtonLink>;
}
