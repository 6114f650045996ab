import type { ReactNode } from "react";
import { useLook } from "#app/ui/look-context.ts";
import { Notice } from "#app/ui/notice.tsx";
import watchScript from "./watch-payment.ts?script";

interface PaymentWatchProps {
  orderId: string;
  /** Status that the page shows; the script reloads the page when the status changes. */
  paymentStatus: string;
  progress: string;
  timesPaid: number;
  /** Content of the meta refresh for browsers without scripts; null after ten minutes. */
  refresh: string | null;
  /** Address that shows the same without a login, for the holder of a link. */
  page?: string;
  children: ReactNode;
}

/** Content that the script `watch-payment.ts` replaces when the payment changes. */
export function PaymentWatch({ orderId, refresh, page, children, ...known }: PaymentWatchProps) {
  return (
    <div
      className="order-step__words"
      data-watch-order={orderId}
      data-watch-page={page}
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
          You have been signed out.{" "}
          {/* A link to this page, which redirects to the login and back. */}
          <a href={`/received-payment/${orderId}`}>Log in to see your payment</a>. Your money is
          safe.
        </Notice>
      </div>
      <script src={watchScript} defer />
    </div>
  );
}

interface ConfirmingProps {
  providerName: string;
  /** True once the page says that the answer takes longer than usual. */
  isLate: boolean;
}

/** The wait for the report of a provider from which the customer has just returned. */
export function Confirming({ providerName, isLate }: ConfirmingProps) {
  return (
    <>
      <GrowingSprout />
      <div hidden={isLate} data-until-late="">
        <Notice tone="info">
          {providerName} is confirming your payment. This page updates by itself, usually within
          seconds. You can also close it: your order page will show the result.
        </Notice>
      </div>
      <div hidden={!isLate} data-when-late="">
        <Notice tone="info">
          This is taking longer than usual. Please do not pay again: we will email you as soon as it
          arrives.
        </Notice>
      </div>
    </>
  );
}

/** Grows while the page waits. */
function GrowingSprout() {
  if (!useLook().hasDrawings) return null;
  return (
    <svg className="order-step__sprout" viewBox="0 0 24 28" aria-hidden="true">
      <use href="#sprout" />
    </svg>
  );
}
