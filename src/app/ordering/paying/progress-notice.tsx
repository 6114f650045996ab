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
          {providerName} is still working on your payment of {order.price}. Do not pay again: we
          write to you when it has arrived.
        </Notice>
      );
    case "returned":
      return (
        <Notice tone="info">
          You came back from {providerName}; we have not heard yet what became of your payment of{" "}
          {order.price}. Do not pay again: we write to you when it has arrived.
        </Notice>
      );
    case "declined":
      return (
        <Notice tone="error">
          {providerName} declined your payment; nothing was charged. Try again.
        </Notice>
      );
    case "in-question":
      return (
        <Notice tone="info">
          Money for this order arrived at {providerName} that does not match it. We are looking at
          it and write to you; do not pay again.
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
    "Should it arrive, the order counts as paid all the same: we look at it, and write to you.";
  switch (state) {
    case "pending":
      return `${providerName} is still working on your payment of ${price}, which cancelling does not stop. ${afterwards}`;
    case "returned":
      return `You came back from ${providerName}; we have not heard yet what became of your payment of ${price}, which cancelling does not stop. ${afterwards}`;
    default:
      return `Money for this order arrived at ${providerName} that does not match it. We are looking at it and write to you, also when the order is cancelled.`;
  }
}
