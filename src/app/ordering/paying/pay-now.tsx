import { redirect } from "react-router";
import { wasUnsent } from "#app/account/return-path.ts";
import { appContext, servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm } from "#app/forms.server.ts";
import { paidWordsOf } from "#app/order-room/money/paid-words.server.ts";
import { type OrderView, orderView } from "#app/order-room/order-view.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { mayBePaidAlready } from "#money/paying/may-be-paid-already.ts";
import { type PaymentProgress, paymentProgress } from "#money/paying/payment-progress.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { AppError } from "#platform/errors.ts";
import type { Route } from "./+types/pay-now";
import { HandOffForm } from "./hand-off-form.tsx";
import { OrderAgain, OrderStep, ProgressNotice } from "./order-step.tsx";
import { PayButtons } from "./pay-buttons.tsx";
import {
  type PaymentFacts,
  paymentFacts,
  providerNameOf,
  waysFor,
} from "./payment-facts.server.ts";
import { AfterPaying, Charges, WaysToPay } from "./payment-facts.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Pay Now", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  const { searchParams } = new URL(request.url);
  return {
    order: orderView(order, await dateReader(services, request)),
    paidWords: (await paidWordsOf(services, actor, [order]))(order),
    progress: await paymentProgress(services, actor, order.id),
    planId: (await findRecord(services.database.read, pricingPackages, order.packageId))?._id,
    facts: await paymentFacts(services, order.packageName, order),
    isUnsent: wasUnsent(request.url),
    isPlaced: searchParams.has("placed"),
    isUnopened: searchParams.has("unopened"),
    isCorrected: searchParams.has("corrected"),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, facts } = context.get(appContext);
  // After the payment, the provider sends the browser back to this origin, because the session
  // cookie is valid only for this origin.
  const browserOrigin = request.headers.get("origin") ?? undefined;
  const { again, way } = await readForm(request);
  try {
    const choices = { way, again: again !== undefined, browserOrigin };
    const deps = { ...services, ...facts };
    const handOff = await startPayment(deps, actor, params.orderId, choices);
    if (handOff.kind === "redirect") return redirect(handOff.url, 303);
    return { handOff, providerName: providerNameOf({ ways: waysFor(services.payments) }, way) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") pageError(error);
    // An earlier payment may still arrive. The page then shows the state of the earlier payment,
    // and a button to pay again.
    if (error instanceof AppError && "paymentProgress" in error.extra) return { notice: null };
    return refusedForm(error, {});
  }
}

export default function PayNow({ loaderData, actionData }: Route.ComponentProps) {
  const { order, progress, facts, isUnsent, isPlaced, isUnopened, isCorrected } = loaderData;
  const answer = actionData && "handOff" in actionData ? actionData : undefined;
  const handOff = answer?.handOff;
  const providerName = answer?.providerName ?? facts.providerName;
  const notice = actionData && "notice" in actionData ? actionData.notice : null;
  return (
    <CustomerPage title={handOff ? `Continue to ${providerName}` : titleFor(order, progress)}>
      {notice && <Notice tone="error">{notice}</Notice>}
      {isUnsent && !actionData && order.paymentStatus === "UnPaid" && (
        <Notice tone="info">
          You were signed out, so no payment was made. You can continue here.
        </Notice>
      )}
      {/* Customers can come back to this URL after paying, so the notice depends on the order's
          state. */}
      {isPlaced && !actionData && order.paymentStatus === "UnPaid" && progress === null && (
        <Notice tone="success">Your order is placed. The next step is to pay for it.</Notice>
      )}
      {isCorrected && !actionData && order.paymentStatus === "UnPaid" && (
        <Notice tone="success">Your order is corrected. The next step is to pay for it.</Notice>
      )}
      {isUnopened && !actionData && order.paymentStatus === "UnPaid" && progress === null && (
        <Notice tone="error">
          Your order is placed, but {providerName} could not be opened. Nothing was charged. Press
          the button to try again.
        </Notice>
      )}
      <OrderStep order={order}>
        {handOff ? (
          <HandOffForm handOff={handOff} providerName={providerName} />
        ) : (
          <PaymentStep {...loaderData} />
        )}
      </OrderStep>
    </CustomerPage>
  );
}

function titleFor(order: OrderView, progress: PaymentProgress | null): string {
  if (order.paymentStatus !== "UnPaid") return "Your order";
  return mayBePaidAlready(progress) ? "Your payment" : "Pay for your order";
}

function PaymentStep({
  order,
  paidWords,
  progress,
  planId,
  facts,
}: Route.ComponentProps["loaderData"]) {
  if (order.paymentStatus === "UnPaid") {
    return mayBePaidAlready(progress) ? (
      <>
        <ProgressNotice order={order} progress={progress} />
        <ButtonLink href={`/my-order/${order.id}`} variant="secondary">
          Your order
        </ButtonLink>
        <details>
          <summary>Pay again anyway</summary>
          <div className="order-step__words">
            <PaymentForm order={order} isAgain facts={facts} />
          </div>
        </details>
      </>
    ) : (
      <>
        {progress && <ProgressNotice order={order} progress={progress} />}
        <PaymentForm order={order} facts={facts} />
        <p className="order-step__note">
          Is something wrong? <a href={`/my-order/${order.id}/details`}>Correct your order</a>
        </p>
      </>
    );
  }
  const said = { Paid: paidWords, Cancelled: "You Have Cancelled", Refunded: "Refunded" };
  return (
    <>
      <Notice tone={order.paymentStatus === "Paid" ? "success" : "info"}>
        {said[order.paymentStatus]}
      </Notice>
      <div className="customer-page__actions">
        {order.paymentStatus === "Cancelled" ? (
          <OrderAgain planId={planId} />
        ) : (
          <ButtonLink href={`/my-order/${order.id}`}>Your order and receipt</ButtonLink>
        )}
        <ButtonLink href="/dashboard" variant="secondary">
          Dashboard
        </ButtonLink>
      </div>
    </>
  );
}

interface PaymentFormProps {
  order: OrderView;
  /** True when the customer has been told that another payment may be on its way. */
  isAgain?: boolean;
  facts: PaymentFacts;
}

function PaymentForm({ order, isAgain = false, facts }: PaymentFormProps) {
  return (
    <>
      <p className="order-step__amount">
        <span>To pay</span> {order.price} USD
      </p>
      <Charges lines={facts.charges} />
      {facts.ways.length === 1 && <WaysToPay ways={facts.ways} />}
      <PayButtons ways={facts.ways} action={`/pay-now/${order.id}`}>
        {isAgain && <input type="hidden" name="again" value="yes" />}
      </PayButtons>
      {order.orderStatus === "Delivered" ? (
        <p className="order-step__note">
          You pay at {facts.providerName} and then come back here. The work is already complete.
        </p>
      ) : (
        <AfterPaying facts={facts} price={order.price} />
      )}
    </>
  );
}
