import { findOrder } from "../../orders/find-order.ts";
import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { dateReader } from "../date-reader.server.ts";
import { pageError } from "../form-state.server.ts";
import { pageTitle } from "../page-title.ts";
import { ButtonLink } from "../ui/button.tsx";
import { CustomerPage } from "../ui/customer-page.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/received-payment";
import { type OrderRow, orderRow } from "./order-row.server.ts";
import { OrderStep } from "./order-step.tsx";
import watchScript from "./watch-payment.js?url";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Your payment");
}

/**
 * Never believes the address: only a verified notification says that an order is paid. But coming
 * back may be the sign to take what was approved.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  if (order.paymentStatus === "UnPaid") {
    await services.payments.customerReturned(order.id, new URL(request.url).searchParams);
  }
  return {
    order: orderRow(order, dateReader(services, request)),
    providerName: services.payments.provider.displayName,
  };
}

export default function ReceivedPayment({ loaderData }: Route.ComponentProps) {
  const { order, providerName } = loaderData;
  const isKnown = order.paymentStatus === "Paid" || order.paymentStatus === "Refunded";
  return (
    <CustomerPage title={isKnown ? titles[order.paymentStatus] : "Your payment is being confirmed"}>
      <OrderStep order={order}>
        {isKnown ? <Known order={order} /> : <Waiting order={order} providerName={providerName} />}
      </OrderStep>
    </CustomerPage>
  );
}

const titles = { Paid: "You Have Paid", Refunded: "Refunded", UnPaid: "", Cancelled: "" };

function Known({ order }: { order: OrderRow }) {
  return (
    <>
      <Notice tone={order.paymentStatus === "Paid" ? "success" : "info"}>
        {order.paymentStatus === "Paid"
          ? "Thank you. Your payment has arrived, and the work begins."
          : "This payment has been refunded."}
      </Notice>
      <div className="customer-page__actions">
        <ButtonLink href={`/my-order/${order.id}`}>Your order and receipt</ButtonLink>
        <ButtonLink href="/dashboard" variant="secondary">
          Dashboard
        </ButtonLink>
      </div>
    </>
  );
}

function Waiting({ order, providerName }: { order: OrderRow; providerName: string }) {
  return (
    <div
      className="order-step__words"
      data-watch-order={order.id}
      data-payment-status={order.paymentStatus}
    >
      <svg className="order-step__sprout" viewBox="0 0 24 28" aria-hidden="true">
        <use href="#sprout" />
      </svg>
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
      <Notice tone="info">
        {providerName} is telling us about your payment. This page changes by itself as soon as we
        know, mostly within seconds. You can also close it: nothing is lost, and your dashboard will
        show it.
      </Notice>
      <ButtonLink href="/dashboard" variant="secondary">
        Dashboard
      </ButtonLink>
      <script src={watchScript} defer />
    </div>
  );
}
