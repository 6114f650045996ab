import { Alert, Stack } from "@mantine/core";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import { readFormWithFiles } from "#app/order-room/files/order-form.server.ts";
import classes from "#app/order-room/order-room.module.css";
import { PanelParts } from "#app/order-room/panel-parts.tsx";
import { readRoom } from "#app/order-room/read-room.server.ts";
import { teamIntents, teamParts } from "#app/order-room/room-parts.server.ts";
import { usePanelRoom } from "#app/order-room/use-panel-room.ts";
import type { Crumb } from "#app/root.tsx";
import { findOrder } from "#orders/find-order.ts";
import type { Route } from "./+types/order-page";
import { OrderActions, QuestionDialogs } from "./order-actions.tsx";
import { OrderDates } from "./order-dates.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderHeading } from "./order-heading.tsx";
import { crumbsOf, openedFrom, readNeighbours } from "./order-list.server.ts";
import { OrderMoneyBack } from "./order-money-back.tsx";
import { OrderReviews } from "./order-reviews.tsx";
import { OrderTestimonial } from "./order-testimonial.tsx";
import { warningsFor } from "./warnings-for.ts";

export const handle = {
  breadcrumb(loaderData: unknown): Crumb[] {
    const { listCrumbs = [{ label: "Total Orders", path: "/total-orders" }], room } =
      (loaderData as Partial<Route.ComponentProps["loaderData"]> | undefined) ?? {};
    return [...listCrumbs, { label: room ? `Order ${room.order.number}` : "Update order" }];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData ? `Order ${loaderData.room.order.number}` : "Update order", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  const from = openedFrom(request, order);
  const reader = await dateReader(services, request);
  const [room, neighbours] = await Promise.all([
    readRoom(services, actor, order, { parts: teamParts, side: "team", reader, request }),
    readNeighbours(services, actor, order, from),
  ]);
  return { room, neighbours, listCrumbs: crumbsOf(from.path, order.customerName) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const sent = await readFormWithFiles(services, request, actor, {
    orderId: params.orderId,
    side: "team",
  });
  const form = { ...sent, services, actor, orderId: params.orderId };
  return runIntent(teamIntents, form, sent.values);
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { room, neighbours } = loaderData;
  const { order, money } = room;
  const answer = usePanelRoom(room, actionData);
  return (
    <Stack gap="lg" maw={1200}>
      <OrderHeading room={room} neighbours={neighbours} />
      <OrderActions key={order.id} room={room} />
      <OrderDates room={room} />
      <QuestionDialogs room={room} />
      {answer?.notice && <Alert color="red">{answer.notice}</Alert>}
      {warningsFor(order, money.progress).map((warning) => (
        <Alert key={warning} color="yellow">
          {warning}
        </Alert>
      ))}
      <OrderReviews room={room} />
      <OrderMoneyBack key={`refund ${order.id}`} room={room} />
      <OrderTestimonial key={`testimonial ${order.id}`} room={room} />
      <div className={classes.columns}>
        <OrderFacts key={`facts ${order.id}`} room={room} form={answer} />
        <Stack gap="xl">
          <PanelParts room={room} />
        </Stack>
      </div>
    </Stack>
  );
}
