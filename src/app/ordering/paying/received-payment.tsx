import { findOrder } from "../../../orders/find-order.ts";
import { type TimesPaid, timesPaid } from "../../../orders/ledger/payment-count.ts";
import { noteReturn } from "../../../orders/paying/note-return.ts";
import { type PaymentProgress, paymentProgress } from "../../../orders/paying/payment-progress.ts";
import { servicesOf, signedInOrLogin } from "../../app-context.server.ts";
import { dateReader } from "../../date-reader.server.ts";
import { ownPageHeaders } from "../../document/own-page-headers.ts";
import { pageTitle } from "../../document/page-title.ts";
import { pageError } from "../../form-state.server.ts";
import { CustomerPage } from "../../ui/customer/customer-page.tsx";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { lacksWebsite } from "../order/lacks-website.ts";
import { type MoneyQuestions, moneyQuestions } from "../order/money-questions.server.ts";
import { type OrderRow, orderRow } from "../order/order-row.server.ts";
import type { Route } from "./+types/received-payment";
import { AwaitedPayment } from "./awaited-payment.tsx";
import { lookAgain } from "./look-again.server.ts";
import { OrderStep } from "./order-step.tsx";
import { PaidNotices } from "./paid-notices.tsx";
import { PaymentWatch } from "./payment-watch.tsx";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Your payment");
}

export const headers = ownPageHeaders;

/**
 * Never believes the address: only a verified notification says that an order is paid. But coming
 * back may be the sign to take what was approved, and that a payment may be on its way is kept.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  await noteReturn(services, actor, order);
  const url = new URL(request.url);
  if (order.paymentStatus === "UnPaid") {
    await services.payments.customerReturned(order.id, url.searchParams);
  }
  return {
    order: orderRow(order, dateReader(services, request)),
    questions: await moneyQuestions(services, actor, order.id),
    times: await timesPaid(services, actor, order.id),
    progress: await paymentProgress(services, actor, order.id),
    providerName: services.payments.provider.displayName,
    ...lookAgain(url, services.clock()),
  };
}

export default function ReceivedPayment({ loaderData }: Route.ComponentProps) {
  const { order, progress, questions, times, ...waiting } = loaderData;
  const isKnown = order.paymentStatus === "Paid" || order.paymentStatus === "Refunded";
  return (
    <CustomerPage title={titleOf(order, progress, questions)}>
      <OrderStep order={order}>
        {isKnown ? (
          <Known order={order} questions={questions} times={times} refresh={waiting.refresh} />
        ) : (
          <AwaitedPayment order={order} progress={progress} {...waiting} />
        )}
      </OrderStep>
    </CustomerPage>
  );
}

function titleOf(
  { paymentStatus }: OrderRow,
  progress: PaymentProgress | null,
  { afterCancelling }: MoneyQuestions,
): string {
  switch (paymentStatus) {
    case "Paid":
      return afterCancelling ? "We are looking at your payment" : "You Have Paid";
    case "Refunded":
      return "Refunded";
    case "Cancelled":
      return "You Have Cancelled";
    case "UnPaid":
      return progressTitles[progress?.state ?? "unknown"];
  }
}

const progressTitles = {
  unknown: "Your payment is being confirmed",
  returned: "Your payment is being confirmed",
  pending: "Your payment is on its way",
  declined: "Your payment was declined",
  "in-question": "We are looking at your payment",
};

interface KnownProps {
  order: OrderRow;
  questions: MoneyQuestions;
  times: TimesPaid;
  refresh: string | null;
}

function Known({ order, questions, times, refresh }: KnownProps) {
  const news = (
    <>
      {order.paymentStatus === "Paid" ? (
        <PaidNotices questions={questions} thanks={thanksFor(order)} />
      ) : (
        <Notice tone="info">This payment has been refunded.</Notice>
      )}
      <div className="customer-page__actions">
        <ButtonLink href={`/my-order/${order.id}`}>Your order and receipt</ButtonLink>
        <ButtonLink href="/dashboard" variant="secondary">
          Dashboard
        </ButtonLink>
      </div>
    </>
  );
  if (times.timesSentToPay <= times.timesPaid) return news;
  // It may be another tab's payment that has arrived, and this one's that is still to come.
  return (
    <PaymentWatch
      orderId={order.id}
      paymentStatus={order.paymentStatus}
      progress="unknown"
      timesPaid={times.timesPaid}
      refresh={refresh}
    >
      {news}
    </PaymentWatch>
  );
}

function thanksFor(order: OrderRow): string {
  const arrived = "Thank you. Your payment has arrived";
  if (order.orderStatus === "Delivered") return `${arrived}. The work is done.`;
  return lacksWebsite(order)
    ? `${arrived}. The work begins when we know which website it is for: write to us, and name order ${order.number}.`
    : `${arrived}, and the work begins.`;
}
