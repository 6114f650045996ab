import { findOrder } from "../../orders/find-order.ts";
import { startPayment } from "../../orders/start-payment.ts";
import { AppError } from "../../platform/errors.ts";
import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { pageError, refusedForm } from "../form-state.server.ts";
import { pageTitle } from "../page-title.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CustomerPage } from "../ui/customer-page.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/pay-now";
import { HandOffForm } from "./hand-off-form.tsx";
import { OrderReceipt } from "./order-receipt.tsx";
import { type OrderRow, orderRow } from "./order-row.server.ts";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Pay Now");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  return {
    order: orderRow(order, services.configuration.timeZone),
    providerName: services.payments.provider.displayName,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  // The browser comes back under the name it knows us by: its cookies are there.
  const origin = request.headers.get("origin") ?? undefined;
  try {
    return { handOff: await startPayment(services, actor, params.orderId, origin) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") pageError(error);
    return refusedForm(error, {});
  }
}

export default function PayNow({ loaderData, actionData }: Route.ComponentProps) {
  const { order, providerName } = loaderData;
  const handOff = actionData && "handOff" in actionData ? actionData.handOff : undefined;
  const notice = actionData && "notice" in actionData ? actionData.notice : null;
  return (
    <CustomerPage title={handOff ? `On to ${providerName}` : "Pay for your order"}>
      {notice && <Notice tone="error">{notice}</Notice>}
      <OrderReceipt order={order} />
      {handOff ? (
        <HandOffForm handOff={handOff} providerName={providerName} />
      ) : (
        <PaymentStep order={order} />
      )}
    </CustomerPage>
  );
}

function PaymentStep({ order }: { order: OrderRow }) {
  if (order.paymentStatus === "UnPaid") {
    return (
      <form method="post" action={`/pay-now/${order.id}`}>
        <Button>Pay Now With Paypal</Button>
      </form>
    );
  }
  const said = { Paid: "You Have Paid", Cancelled: "You Have Cancelled", Refunded: "Refunded" };
  return (
    <>
      <Notice tone="info">{said[order.paymentStatus]}</Notice>
      <ButtonLink href="/dashboard">Dashboard</ButtonLink>
    </>
  );
}
