import { Alert, Grid, Stack } from "@mantine/core";
import { findOrder } from "../../../orders/find-order.ts";
import { orderNotifications } from "../../../orders/ledger/order-notifications.ts";
import { paymentsOfOrder } from "../../../orders/ledger/payments-of-order.ts";
import { neighbouringOrders } from "../../../orders/neighbouring-orders.ts";
import { paymentProgress } from "../../../orders/paying/payment-progress.ts";
import { orderTimeline } from "../../../orders/timeline/order-timeline.ts";
import { newId } from "../../../platform/ids.ts";
import { amountFromCents } from "../../../platform/money.ts";
import { dayOf, fullDateOf } from "../../../platform/time/dates.ts";
import { servicesOf } from "../../app-context.server.ts";
import { dateReader } from "../../date-reader.server.ts";
import { pageTitle } from "../../document/page-title.ts";
import { pageError, readForm, refusedForm } from "../../form-state.server.ts";
import { orderRow } from "../../ordering/order/order-row.server.ts";
import { timelineRow } from "../../ordering/order/timeline-row.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/order-page";
import { notificationRow } from "./notification-row.server.ts";
import { OrderFacts } from "./order-facts.tsx";
import { OrderHeading } from "./order-heading.tsx";
import { OrderMails } from "./order-mails.tsx";
import { OrderNotes } from "./order-notes.tsx";
import { changeOrder } from "./order-page-action.server.ts";
import { OrderPayments } from "./order-payments.tsx";
import { OrderStatusForm } from "./order-status-form.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { PaymentNotifications } from "./payment-notifications.tsx";
import { paymentRow } from "./payment-row.server.ts";
import { waitsForDecision } from "./waits-for-decision.ts";
import { warningsFor } from "./warnings-for.ts";

export const handle = {
  breadcrumb: [{ label: "Total Orders", path: "/total-orders" }, { label: "Update order" }],
};

export function meta() {
  return pageTitle("Update order");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = dateReader(services, request);
  const providerName = services.payments.provider.displayName;
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  const [timeline, received, neighbours, payments, progress] = await Promise.all([
    orderTimeline(services, actor, order.id, "admin"),
    orderNotifications(services, actor, order.id),
    neighbouringOrders(services, actor, order),
    paymentsOfOrder(services, actor, order.id),
    paymentProgress(services, actor, order.id),
  ]);
  return {
    order: orderRow(order, reader),
    paid: order.paidAt === null ? "" : fullDateOf(order.paidAt, reader),
    address: `${order.customerAddress}, ${order.customerCountry}`,
    website: order.customerWebsite,
    timeline: timeline.map((entry) => timelineRow(entry, { reader, providerName })),
    received: received.map((one) => notificationRow(one, reader)),
    neighbours,
    progress,
    payments: payments.map((payment) => paymentRow(payment, reader)),
    paymentKey: newId(),
    priceAmount: amountFromCents(order.priceCents),
    today: dayOf(services.clock(), reader.timeZone),
    providerName,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const form = await readForm(request);
  try {
    const said = await changeOrder(services, actor, params.orderId, form);
    const addsNote = form.intent === "note";
    return { savedAt: Date.now(), addsNote, said, values: {}, errors: {}, notice: null };
  } catch (error) {
    return refusedForm(error, form);
  }
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, timeline, received, neighbours, progress, providerName } = loaderData;
  const saved = actionData && "savedAt" in actionData ? actionData : undefined;
  return (
    <Stack gap="lg" maw={1200}>
      <OrderHeading order={order} neighbours={neighbours} />
      {actionData?.notice && <Alert color="red">{actionData.notice}</Alert>}
      {warningsFor(order, received, progress).map((warning) => (
        <Alert key={warning} color="yellow">
          {warning}
        </Alert>
      ))}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
          <Stack gap="lg">
            <OrderStatusForm order={order} form={actionData} />
            <OrderPayments {...loaderData} isToDecide={received.some(waitsForDecision)} />
            <OrderNotes
              key={order.id}
              orderId={order.id}
              notes={timeline.filter(({ kind }) => kind === "note")}
              form={actionData}
              addedAt={saved?.addsNote ? saved.savedAt : undefined}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
          <Stack gap="lg">
            <OrderFacts {...loaderData} />
            <OrderTimeline steps={timeline} />
            <OrderMails mails={timeline.filter(({ kind }) => kind === "mail")} />
          </Stack>
        </Grid.Col>
      </Grid>
      <PaymentNotifications received={received} providerName={providerName} />
    </Stack>
  );
}
