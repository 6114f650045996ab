import { redirect } from "react-router";
import { hasLeft } from "#app/account/return-path.ts";
import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { useBusinessName } from "#app/document/business-name.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, refusedForm } from "#app/forms.server.ts";
import { moneyQuestions } from "#app/order-room/money/money-questions.server.ts";
import { linedOrderView } from "#app/order-room/order-view.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { awaitedTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { mayBePaidAlready } from "#money/paying/may-be-paid-already.ts";
import { paymentProgress } from "#money/paying/payment-progress.ts";
import { findOrder } from "#orders/find-order.ts";
import { isLaterCycle } from "#subscriptions/cycles/cycle-store.server.ts";
import orderingSheet from "../ordering.css?sheet";
import type { Route } from "./+types/order-cancelled";
import { OrderAgain, OrderStep, onCancelling } from "./order-step.tsx";
import sendScript from "./send-cancellation.ts?script";

/**
 * The specification leads to `/admin` after a cancellation; `/admin` redirects a customer to the
 * dashboard.
 */
const afterCancellationPath = "/admin?after=order-cancelled";

export const handle = { quiet: true };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const status = loaderData?.order.paymentStatus;
  if (status === "UnPaid") return pageTitle("Cancel your order", matches);
  return pageTitle(status === "Cancelled" ? "Payment cancelled" : "Your payment", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  // A plan goes on without the payment that its customer has left: see `cancelOrder`.
  const isOwed = order.paymentStatus === "UnPaid";
  if (isOwed && (await isLaterCycle(services.database.read, order.id))) {
    throw redirect(`/pay-now/${order.id}`);
  }
  const proof = new URL(request.url).searchParams.get("proof");
  return {
    order: await linedOrderView(services, order, await dateReader(services, request)),
    progress: await paymentProgress(services, actor, order.id),
    awaitsTransfer: (await awaitedTransfer(services.database.read, order.id)) !== null,
    planId: (await findRecord(services.database.read, pricingPackages, order.packageId))?._id,
    questions: await moneyQuestions(services, actor, order.id),
    hasLeft: hasLeft(request.url),
    // True if a valid cancel token proves that the customer followed the provider's cancel link.
    // Only then can the page cancel the order without a click.
    comesFromProvider: services.payments.checkCancelToken(order.id, proof),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  try {
    await cancelOrder(servicesOf(context), actor, params.orderId);
    return { cancelled: true, notice: null };
  } catch (error) {
    return refusedForm(error, {});
  }
}

export default function OrderCancelled({ loaderData, actionData }: Route.ComponentProps) {
  const { order, progress, comesFromProvider } = loaderData;
  const isNew = actionData !== undefined && "cancelled" in actionData;
  // While a payment may be on its way, the page warns the customer and waits for a click.
  const actsByItself = comesFromProvider && !mayBePaidAlready(progress) && actionData === undefined;
  return (
    <CustomerPage title="Your payment">
      {isNew && <meta httpEquiv="refresh" content={`1.5;url=${afterCancellationPath}`} />}
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <OrderStep order={order}>
        {order.paymentStatus === "UnPaid" ? (
          <Cancellation {...loaderData} actsByItself={actsByItself} />
        ) : (
          <Outcome {...loaderData} />
        )}
      </OrderStep>
    </CustomerPage>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

/**
 * If `actsByItself`, a script cancels the order. Otherwise, and without scripts, the customer
 * presses a button.
 */
function Cancellation({
  order,
  progress,
  awaitsTransfer,
  comesFromProvider,
  hasLeft,
  actsByItself,
}: Loaded & { actsByItself: boolean }) {
  useSheet(orderingSheet);
  const businessName = useBusinessName();
  const isOpen =
    comesFromProvider || hasLeft
      ? "You left before paying. The order is still open."
      : awaitsTransfer
        ? "This order waits for your bank transfer. Cancelling does not stop a transfer that you have sent: if it arrives, we email you."
        : "This order is open and not paid yet.";
  const button = (
    <form method="post" action={`/order-cancelled/${order.id}`}>
      <p>{mayBePaidAlready(progress) ? onCancelling(order, progress) : isOpen}</p>
      <div className="customer-page__actions">
        {mayBePaidAlready(progress) ? (
          <ButtonLink href={`/my-order/${order.id}`}>Back to your order</ButtonLink>
        ) : (
          <ButtonLink href={`/pay-now/${order.id}`}>Pay Now</ButtonLink>
        )}
        <Button variant="secondary">Cancel this order</Button>
      </div>
    </form>
  );
  if (!actsByItself) return button;
  return (
    <div
      className="cancellation"
      data-cancel-order={order.id}
      data-next={afterCancellationPath}
      data-done-title={`Payment cancelled · ${businessName}`}
      data-state="cancelling"
    >
      <noscript>{button}</noscript>
      <p className="cancellation__loader" role="status">
        Cancelling your payment…
      </p>
      <p className="cancellation__done" role="status">
        You have cancelled the payment
      </p>
      <div hidden data-when-open="">
        <div hidden data-because="unreachable">
          <Notice tone="error">
            You seem to be offline, so your order is still open. Check your connection, then press
            the button.
          </Notice>
        </div>
        <div hidden data-because="failed">
          <Notice tone="error">
            Your order could not be cancelled and is still open. Press the button to try again.
          </Notice>
        </div>
        {button}
      </div>
      <script src={sendScript} defer />
    </div>
  );
}

function Outcome({ order, progress, questions, planId }: Loaded) {
  if (order.paymentStatus === "Cancelled") {
    return (
      <>
        <Notice tone="info">You have cancelled the payment</Notice>
        {mayBePaidAlready(progress) && <p>{onCancelling(order, progress)}</p>}
        <div className="customer-page__actions">
          <OrderAgain planId={planId} orderId={order.id} />
          <ButtonLink href="/dashboard" variant="secondary">
            Dashboard
          </ButtonLink>
        </div>
      </>
    );
  }
  return (
    <>
      <Notice tone="info">
        {order.paymentStatus === "Paid"
          ? questions.afterCancelling || "This order is paid, so it was not cancelled."
          : "This order was paid and refunded."}
      </Notice>
      <ButtonLink href="/dashboard">Dashboard</ButtonLink>
    </>
  );
}
