import { redirect } from "react-router";
import { hasLeft, wasUnsent } from "#app/account/return-path.ts";
import { appContext, servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm } from "#app/forms.server.ts";
import { paidWordsOf } from "#app/order-room/money/paid-words.server.ts";
import { linedOrderView, type OrderView } from "#app/order-room/order-view.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { chooseBankTransfer } from "#money/paying/choose-bank-transfer.ts";
import { mayBePaidAlready } from "#money/paying/may-be-paid-already.ts";
import { type OpenWay, openWayOf } from "#money/paying/open-ways.server.ts";
import { paymentProgress } from "#money/paying/payment-progress.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { AppError } from "#platform/errors.ts";
import { periodOfOrder } from "#subscriptions/period-of-order.server.ts";
import { payUntilInWords } from "../link/linked-thing.server.ts";
import type { Route } from "./+types/pay-now";
import { HandOffForm } from "./hand-off-form.tsx";
import { OrderAgain, OrderStep, ProgressNotice } from "./order-step.tsx";
import { PayButtons } from "./pay-buttons.tsx";
import {
  chargesOfOrder,
  type PaymentFacts,
  paymentFacts,
  providerNameOf,
  waysToPay,
} from "./payment-facts.server.ts";
import { AfterPaying, Charges, WaysToPay } from "./payment-facts.tsx";
import { TransferDetails } from "./transfer-details.tsx";
import { transferView } from "./transfer-view.server.ts";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Pay Now", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  const { searchParams } = new URL(request.url);
  const reader = await dateReader(services, request);
  const { database, payments, clock } = services;
  const facts = await paymentFacts(services, order);
  const period = await periodOfOrder(database.read, order.id, { reader, now: clock() });
  return {
    order: await linedOrderView(services, order, reader),
    transfer: await transferView(services, order, reader),
    payUntil: await payUntilInWords(services, order, reader),
    openWay: await openWayOf(database.read, payments, order, clock()),
    /** True after the provider's link back, which proves that the customer has left the checkout. */
    hasLeft: hasLeft(request.url) || payments.checkCancelToken(order.id, searchParams.get("proof")),
    paidWords: (await paidWordsOf(services, actor, [order]))(order),
    progress: await paymentProgress(services, actor, order.id),
    planId: (await findRecord(services.database.read, pricingPackages, order.packageId))?._id,
    facts: { ...facts, charges: await chargesOfOrder(services, facts, order, reader) },
    subscriptionId: period?.running ? period.subscriptionId : null,
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
  const { again, left, way } = await readForm(request);
  const choices = { way, again: again !== undefined, left, browserOrigin };
  const deps = { ...services, ...facts };
  try {
    if (way === "transfer") {
      await chooseBankTransfer(deps, actor, params.orderId, choices);
      return redirect(`/pay-now/${params.orderId}`, 303);
    }
    const handOff = await startPayment(deps, actor, params.orderId, choices);
    if (handOff.kind === "redirect") return redirect(handOff.url, 303);
    const { priceCents } = await findOrder(services, actor, params.orderId);
    return { handOff, providerName: providerNameOf(await waysToPay(services, priceCents), way) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") pageError(error);
    // An earlier payment may still arrive, or another way was begun. The page then shows it, with
    // buttons that pay again or in this way.
    if (
      error instanceof AppError &&
      ("paymentProgress" in error.extra || "openWay" in error.extra)
    ) {
      return { notice: null };
    }
    return refusedForm(error, {});
  }
}

export default function PayNow({ loaderData, actionData }: Route.ComponentProps) {
  const { order, progress, transfer, facts } = loaderData;
  const { isUnsent, isPlaced, isUnopened, isCorrected } = loaderData;
  /** True while the page says nothing yet but that the order is to be paid. */
  const isToPay =
    !actionData && order.paymentStatus === "UnPaid" && progress === null && transfer === null;
  const answer = actionData && "handOff" in actionData ? actionData : undefined;
  const handOff = answer?.handOff;
  const providerName = answer?.providerName ?? facts.providerName;
  const notice = actionData && "notice" in actionData ? actionData.notice : null;
  return (
    <CustomerPage title={handOff ? `Continue to ${providerName}` : titleFor(loaderData)}>
      {notice && <Notice tone="error">{notice}</Notice>}
      {isUnsent && !actionData && order.paymentStatus === "UnPaid" && (
        <Notice tone="info">
          You were signed out, so no payment was made. You can continue here.
        </Notice>
      )}
      {/* Customers can come back to this URL after paying, so the notice depends on the order's
          state. */}
      {isPlaced && isToPay && (
        <Notice tone="success">Your order is placed. The next step is to pay for it.</Notice>
      )}
      {isCorrected && isToPay && (
        <Notice tone="success">Your order is corrected. The next step is to pay for it.</Notice>
      )}
      {isUnopened && isToPay && (
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

type Loaded = Route.ComponentProps["loaderData"];

function titleFor({ order, progress, transfer }: Loaded): string {
  if (order.paymentStatus !== "UnPaid") return "Your order";
  if (mayBePaidAlready(progress)) return "Your payment";
  return transfer === null ? "Pay for your order" : "Pay by bank transfer";
}

function PaymentStep(loaded: Loaded) {
  const { order, paidWords, progress, transfer, planId, facts, openWay, hasLeft } = loaded;
  const { subscriptionId } = loaded;
  if (order.paymentStatus === "UnPaid") {
    if (mayBePaidAlready(progress)) {
      return (
        <>
          <ProgressNotice order={order} progress={progress} />
          <ButtonLink href={`/my-order/${order.id}`} variant="secondary">
            Your order
          </ButtonLink>
          <details>
            <summary>Pay again anyway</summary>
            <div className="order-step__words">
              <PaymentForm order={order} openWay={openWay} isAgain facts={facts} />
            </div>
          </details>
        </>
      );
    }
    if (transfer !== null) {
      return (
        <>
          <TransferDetails transfer={transfer} />
          <OtherWays order={order} openWay={openWay} facts={facts} />
          <Corrections order={order} subscriptionId={subscriptionId} />
        </>
      );
    }
    return (
      <>
        {progress && (
          <ProgressNotice order={order} progress={progress} hasOthers={facts.ways.length > 1} />
        )}
        {progress === null && <BegunWay ways={facts.ways} openWay={openWay} hasLeft={hasLeft} />}
        <PaymentForm order={order} openWay={openWay} facts={facts} />
        {loaded.payUntil !== "" && (
          <p className="order-step__note">Please pay by {loaded.payUntil}.</p>
        )}
        <Corrections order={order} subscriptionId={subscriptionId} />
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
          <OrderAgain planId={planId} orderId={order.id} />
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

/** Says that a way was begun, before the buttons of the others end it. */
function BegunWay({
  ways,
  openWay,
  hasLeft,
}: Pick<Loaded, "openWay" | "hasLeft"> & { ways: PaymentFacts["ways"] }) {
  if (openWay === null) return null;
  if (hasLeft) {
    return (
      <Notice tone="info">
        You left {openWay.name} without paying, so nothing was charged. The order is still open:
        {ways.length > 1 ? " try again, or pay in another way." : " try again here."}
      </Notice>
    );
  }
  if (!ways.some(({ way }) => way !== openWay.way)) return null;
  return (
    <Notice tone="info">
      A payment was started at {openWay.name} and is not finished. Pay in another way only if you
      have not paid there.
    </Notice>
  );
}

/** The ways beside the chosen bank transfer. */
function OtherWays({ order, openWay, facts }: Omit<PaymentFormProps, "isAgain">) {
  const ways = facts.ways.filter(({ way }) => way !== "transfer");
  if (ways.length === 0) return null;
  return (
    <details>
      <summary>Pay in another way</summary>
      <div className="order-step__words">
        <p className="order-step__note">
          Only if you have not sent the transfer, or you would pay twice.
        </p>
        <PayButtons
          {...facts}
          ways={ways}
          hasWay
          action={`/pay-now/${order.id}`}
          openWay={openWay}
        />
      </div>
    </details>
  );
}

function Corrections({ order: { id }, subscriptionId }: Pick<Loaded, "order" | "subscriptionId">) {
  if (subscriptionId !== null) {
    return (
      <p className="order-step__note">
        Do you want to stop?{" "}
        <a href={`/my-plan/${subscriptionId}`}>Pause, change or cancel your plan</a>
      </p>
    );
  }
  return (
    <p className="order-step__note">
      Is something wrong? <a href={`/my-order/${id}/details`}>Correct your order</a> or{" "}
      <a href={`/order-cancelled/${id}`}>cancel it</a>
    </p>
  );
}

interface PaymentFormProps {
  order: OrderView;
  openWay: OpenWay | null;
  /** True when the customer has been told that another payment may be on its way. */
  isAgain?: boolean;
  facts: PaymentFacts;
}

function PaymentForm({ order, openWay, isAgain = false, facts }: PaymentFormProps) {
  return (
    <>
      <p className="order-step__amount">
        <span>To pay</span> {order.price} USD
      </p>
      {order.taxWords !== "" && <p className="order-step__note">{order.taxWords}</p>}
      <Charges lines={facts.charges} />
      {facts.ways.length === 1 && <WaysToPay ways={facts.ways} refusals={[]} />}
      <PayButtons {...facts} action={`/pay-now/${order.id}`} openWay={openWay}>
        {isAgain && <input type="hidden" name="again" value="yes" />}
      </PayButtons>
      {order.orderStatus === "Delivered" ? (
        <p className="order-step__note">
          {facts.providerName !== "" &&
            `You pay at ${facts.providerName} and then come back here. `}
          The work is already complete.
        </p>
      ) : (
        facts.ways.length > 0 && <AfterPaying facts={facts} price={order.price} />
      )}
    </>
  );
}
