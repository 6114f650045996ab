import type { ReactNode } from "react";
import { Notice } from "../../ui/notice.tsx";
import watchScript from "./watch-payment.js?url";

interface PaymentWatchProps {
  orderId: string;
  /** What the page shows; it is loaded anew when something else is known. */
  paymentStatus: string;
  progress: string;
  timesPaid: number;
  /** The content of a refresh without a script; null when it is not looked at any more. */
  refresh: string | null;
  children: ReactNode;
}

/** What is shown of a payment while there may be news of it. */
export function PaymentWatch({ orderId, refresh, children, ...known }: PaymentWatchProps) {
  return (
    <div
      className="order-step__words"
      data-watch-order={orderId}
      data-payment-status={known.paymentStatus}
      data-progress={known.progress}
      data-times-paid={known.timesPaid}
    >
      {refresh !== null && (
        <noscript>
          <meta httpEquiv="refresh" content={refresh} />
        </noscript>
      )}
      {children}
      <div hidden data-when-signed-out="">
        <Notice tone="info">
          You are signed out by now.{" "}
          {/* The page itself: from there one is led to log in, and back. */}
          <a href={`/received-payment/${orderId}`}>Log in to see your payment</a>: what you paid is
          not lost.
        </Notice>
      </div>
      <script src={watchScript} defer />
    </div>
  );
}
