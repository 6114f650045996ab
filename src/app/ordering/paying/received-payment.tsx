import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError } from "#app/forms.server.ts";
import { moneyQuestions } from "#app/order-room/money/money-questions.server.ts";
import { paidWordsOf } from "#app/order-room/money/paid-words.server.ts";
import { linedOrderView } from "#app/order-room/order-view.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { mayBePaidAlready } from "#money/paying/may-be-paid-already.ts";
import { paymentProgress } from "#money/paying/payment-progress.ts";
import { handleReturn } from "#money/paying/start-payment.ts";
import { paymentCount } from "#money/receipts/payments-of-order.ts";
import { providerOfOrder } from "#money/receipts/provider-of-order.ts";
import { findOrder, isOwn } from "#orders/find-order.ts";
import { periodOfOrder } from "#subscriptions/period-of-order.server.ts";
import { orderBrief } from "#work/brief/read-order-brief.ts";
import { lookAgain } from "../look-again.ts";
import { lacksWebsite } from "../order/next-step.tsx";
import type { Route } from "./+types/received-payment";
import { OrderStep, onCancelling, PaidNotices, ProgressNotice } from "./order-step.tsx";
import { waysToPay } from "./payment-facts.server.ts";
import { Confirming, PaymentWatch } from "./payment-watch.tsx";

type Loaded = Route.ComponentProps["loaderData"];

function AwaitedPayment(loaded: Loaded) {
  const { order, progress, refresh } = loaded;
  return (
    <PaymentWatch
      orderId={order.id}
      paymentStatus={order.paymentStatus}
      progress={progress?.state ?? "unknown"}
      timesPaid={0}
      refresh={refresh}
    >
      <News {...loaded} />
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

function News({ order, progress, providerName, hasOthers, isLate }: Loaded) {
  if (order.paymentStatus === "Cancelled") {
    return (
      <Notice tone="info">
        {mayBePaidAlready(progress) && progress.state !== "returned"
          ? onCancelling(order, progress)
          : "This order was cancelled. If your payment arrives, the order still counts as paid: we will check it and email you."}
      </Notice>
    );
  }
  // "returned" means that the provider has reported nothing yet, so this page shows the wait.
  if (progress !== null && progress.state !== "returned") {
    return <ProgressNotice order={order} progress={progress} hasOthers={hasOthers} />;
  }
  return <Confirming providerName={providerName} isLate={isLate} />;
}

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your payment", matches);
}

export const headers = ownPageHeaders;

/**
 * The provider sends the customer back with a query. The query cannot make an order Paid; only a
 * verified notification can. The return is recorded, because it shows that a payment may be on its
 * way, and it can trigger the capture of an approved payment.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  const url = new URL(request.url);
  await handleReturn(services, actor, order, url.searchParams);
  const reader = await dateReader(services, request);
  return {
    order: await linedOrderView(services, order, reader),
    paidWords: (await paidWordsOf(services, actor, [order]))(order),
    questions: await moneyQuestions(services, actor, order.id),
    times: await paymentCount(services, actor, order.id),
    // A colleague who sees payments only does not see the brief.
    awaitsBrief:
      isOwn(actor, order, "orders") &&
      (await orderBrief(services, actor, order.id))?.stage === "awaiting-brief",
    progress: await paymentProgress(services, actor, order.id),
    hasOthers: (await waysToPay(services, order.priceCents)).ways.length > 1,
    providerName: (await providerOfOrder(services.database.read, services.payments, order.id))
      .displayName,
    plan: await periodOfOrder(services.database.read, order.id, {
      reader,
      now: services.clock(),
    }),
    ...lookAgain(url, services.clock()),
  };
}

export default function ReceivedPayment({ loaderData }: Route.ComponentProps) {
  const { order } = loaderData;
  const isKnown = order.paymentStatus === "Paid" || order.paymentStatus === "Refunded";
  return (
    <CustomerPage title={titleOf(loaderData)}>
      <OrderStep order={order}>
        {isKnown ? <Known {...loaderData} /> : <AwaitedPayment {...loaderData} />}
      </OrderStep>
    </CustomerPage>
  );
}

function titleOf({ order, progress, questions, paidWords }: Loaded): string {
  switch (order.paymentStatus) {
    case "Paid":
      return questions.afterCancelling ? "We are checking the payment" : paidWords;
    case "Refunded":
      return "Refunded";
    case "Cancelled":
      return "You Have Cancelled";
    case "UnPaid":
      if (progress?.hasExpired) return "The payment page has expired";
      return progressTitles[progress?.state ?? "unknown"];
  }
}

const progressTitles = {
  unknown: "Your payment is being confirmed",
  returned: "Your payment is being confirmed",
  pending: "Your payment is on its way",
  declined: "Your payment was declined",
  "in-question": "We are checking the payment",
};

function Known(loaded: Loaded) {
  const { order, questions, times, refresh, awaitsBrief, plan } = loaded;
  const news = (
    <>
      {order.paymentStatus === "Paid" ? (
        <PaidNotices questions={questions} thanks={thanksFor(loaded)} />
      ) : (
        <Notice tone="info">This payment has been refunded.</Notice>
      )}
      {plan && order.paymentStatus === "Paid" && (
        <p>
          You have paid for {plan.period}. Next payment: <strong>{plan.nextPayment}</strong>.{" "}
          <a href={`/my-plan/${plan.subscriptionId}`}>
            {plan.canStop ? "See, pause or cancel your plan" : "See your plan"}
          </a>
        </p>
      )}
      <div className="customer-page__actions">
        {awaitsBrief && (
          <ButtonLink href={`/my-order/${order.id}/brief`}>Answer the questions</ButtonLink>
        )}
        <ButtonLink href={`/my-order/${order.id}`} variant={awaitsBrief ? "secondary" : "primary"}>
          Your order and receipt
        </ButtonLink>
        <ButtonLink href="/dashboard" variant="secondary">
          Dashboard
        </ButtonLink>
      </div>
    </>
  );
  if (times.timesSentToPay <= times.timesPaid) return news;
  // The customer has started more payments than have arrived, for example in another browser tab,
  // so the page keeps watching.
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

function thanksFor({ order, paidWords, awaitsBrief }: Loaded): string {
  const isPayer = paidWords === "You Have Paid";
  const arrived = isPayer ? "Thank you. Your payment has arrived" : "The payment has arrived";
  if (order.orderStatus === "Delivered") return `${arrived}. The work is complete.`;
  if (awaitsBrief) return `${arrived}. We begin as soon as you have answered a few questions.`;
  return lacksWebsite(order)
    ? `${arrived}. We start work as soon as we know which website it is for: write to us and mention order ${order.number}.`
    : `${arrived}. The page of the order shows the next step.`;
}
