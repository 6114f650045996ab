import type { PaymentProgress } from "../../../orders/paying/payment-progress.ts";
import { Notice } from "../../ui/notice.tsx";
import type { OrderRow } from "../order/order-row.server.ts";

interface ProgressNoticeProps {
  order: OrderRow;
  progress: PaymentProgress;
}

/** State of a payment that has not arrived, with advice about paying again. */
export function ProgressNotice({ order, progress }: ProgressNoticeProps) {
  const { state, providerName } = progress;
  switch (state) {
    case "pending":
      return (
        <Notice tone="info">
          {providerName} is still processing your payment of {order.price}. Please do not pay again:
          we will email you when it arrives.
        </Notice>
      );
    case "returned":
      return (
        <Notice tone="info">
          You came back from {providerName}, which has not reported a result yet for your payment of{" "}
          {order.price}. Please do not pay again: we will email you when it arrives.
        </Notice>
      );
    case "declined":
      return (
        <Notice tone="error">
          {providerName} declined your payment. You were not charged. Please try again.
        </Notice>
      );
    case "in-question":
      return (
        <Notice tone="info">
          Money for this order arrived at {providerName} that does not match it. We are checking it
          and will email you. Please do not pay again.
        </Notice>
      );
  }
}

/** Warning about money that may be on its way, before and after a cancellation. */
export function onCancelling(
  { price }: OrderRow,
  { state, providerName }: PaymentProgress,
): string {
  const afterwards =
    "If it arrives, the order still counts as paid: we will check it and email you.";
  switch (state) {
    case "pending":
      return `${providerName} is still processing your payment of ${price}. Cancelling does not stop it. ${afterwards}`;
    case "returned":
      return `You came back from ${providerName}, which has not reported a result yet for your payment of ${price}. Cancelling does not stop it. ${afterwards}`;
    default:
      return `Money for this order arrived at ${providerName} that does not match it. We are checking it and will email you, even if you cancel the order.`;
  }
}
