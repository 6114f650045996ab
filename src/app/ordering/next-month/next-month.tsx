import { redirect } from "react-router";
import { wasUnsent } from "#app/account/return-path.ts";
import { appContext, servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm } from "#app/forms.server.ts";
import { NextMonthOffer } from "#app/order-room/next-month/next-month-offer.tsx";
import { nextMonthView } from "#app/order-room/next-month/next-month-view.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { findCustomerOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { orderNextMonth } from "#orders/placing/order-next-month.ts";
import { goOnToPay } from "../paying/go-on-to-pay.server.ts";
import { HandOffForm } from "../paying/hand-off-form.tsx";
import { waysToPay } from "../paying/payment-facts.server.ts";
import type { Route } from "./+types/next-month";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Order the next month", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const order = await findCustomerOrder(services, actor, params.orderId).catch(pageError);
  return {
    order: { id: order.id, number: order.number },
    ...(await nextMonthView(services, actor, order)),
    providerName: (await waysToPay(services, order.priceCents)).providerName,
    isUnsent: wasUnsent(request.url),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, facts } = context.get(appContext);
  const { packagePrice } = await readForm(request);
  const sender = { ...services, ...facts };
  let next: Order;
  try {
    next = await orderNextMonth(sender, actor, params.orderId, { packagePrice });
  } catch (error) {
    return refusedForm(error, {});
  }
  if (next.paymentStatus !== "UnPaid") return redirect(`/my-order/${next.id}`, 303);
  const way = await goOnToPay(sender, actor, next, request);
  return "path" in way ? redirect(way.path, 303) : way;
}

export default function NextMonth({ loaderData, actionData }: Route.ComponentProps) {
  const { order, isComplete, mayOrder, next, offer, providerName, isUnsent } = loaderData;
  const handOff = actionData && "handOff" in actionData ? actionData.handOff : undefined;
  const notice = actionData && "notice" in actionData ? actionData.notice : undefined;
  if (handOff) {
    return (
      <CustomerPage title={`Continue to ${providerName}`}>
        <HandOffForm handOff={handOff} providerName={providerName} />
      </CustomerPage>
    );
  }
  return (
    <CustomerPage
      title="Order the next month"
      lead={
        <p>
          After <a href={`/my-order/${order.id}`}>order {order.number}</a>
        </p>
      }
    >
      {notice && <Notice tone="error">{notice}</Notice>}
      {isUnsent && offer && !actionData && (
        <Notice tone="info">
          You were signed out, so nothing was ordered. You can order it here.
        </Notice>
      )}
      {offer && <NextMonthOffer offer={offer} />}
      {next && (
        <>
          <Notice tone="info">
            You have already ordered the next month: it is order {next.number}.
          </Notice>
          <div className="customer-page__actions">
            <ButtonLink href={next.isUnpaid ? `/pay-now/${next.id}` : `/my-order/${next.id}`}>
              {next.isUnpaid ? `Pay for order ${next.number}` : `See order ${next.number}`}
            </ButtonLink>
          </div>
        </>
      )}
      {!offer && !next && (
        <Notice tone="info">
          {isComplete && !mayOrder
            ? "Somebody of your company who may order and sees payments can order the next month."
            : `Order ${order.number} is not complete yet. You can order the next month as soon as it is.`}
        </Notice>
      )}
    </CustomerPage>
  );
}
