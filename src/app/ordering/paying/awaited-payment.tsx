import { mayBePaid } from "../../../orders/paying/may-be-paid.ts";
import type { PaymentProgress } from "../../../orders/paying/payment-progress.ts";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { OrderRow } from "../order/order-row.server.ts";
import { PaymentWatch } from "./payment-watch.tsx";
import { onCancelling, ProgressNotice } from "./progress-notice.tsx";

interface AwaitedPaymentProps {
  order: OrderRow;
  progress: PaymentProgress | null;
  providerName: string;
  isLate: boolean;
  /** The content of a refresh without a script; null when it is not looked at any more. */
  refresh: string | null;
}

/** What is known of a payment that has not arrived. The page changes by itself when more is. */
export function AwaitedPayment({ order, progress, refresh, ...news }: AwaitedPaymentProps) {
  return (
    <PaymentWatch
      orderId={order.id}
      paymentStatus={order.paymentStatus}
      progress={progress?.state ?? "unknown"}
      timesPaid={0}
      refresh={refresh}
    >
      <News order={order} progress={progress} {...news} />
      <div className="customer-page__actions">
        {progress?.state === "declined" && order.paymentStatus === "UnPaid" && (
          <ButtonLink href={`/pay-now/${order.id}`}>Pay Now</ButtonLink>
        )}
        <ButtonLink href={`/my-order/${order.id}`} variant="secondary">
          Your order
        </ButtonLink>
        <ButtonLink href="/dashboard" variant="secondary">
          Dashboard
        </ButtonLink>
      </div>
    </PaymentWatch>
  );
}

type NewsProps = Omit<AwaitedPaymentProps, "refresh">;

function News({ order, progress, providerName, isLate }: NewsProps) {
  if (order.paymentStatus === "Cancelled") {
    return (
      <Notice tone="info">
        {mayBePaid(progress) && progress.state !== "returned"
          ? onCancelling(order, progress)
          : "You have cancelled this order. Should your payment arrive, the order counts as paid all the same: we look at it, and write to you."}
      </Notice>
    );
  }
  // Of whom we know only that they are back, this is the page to wait on.
  if (progress !== null && progress.state !== "returned") {
    return <ProgressNotice order={order} progress={progress} />;
  }
  return (
    <>
      <svg className="order-step__sprout" viewBox="0 0 24 28" aria-hidden="true">
        <use href="#sprout" />
      </svg>
      <div hidden={isLate} data-until-late="">
        <Notice tone="info">
          {providerName} is telling us about your payment. This page changes by itself as soon as we
          know, mostly within seconds. You can also close it: nothing is lost, and the page of your
          order will show it.
        </Notice>
      </div>
      <div hidden={!isLate} data-when-late="">
        <Notice tone="info">
          It takes longer than usual. Do not pay again: we write to you as soon as it has arrived.
        </Notice>
      </div>
    </>
  );
}
