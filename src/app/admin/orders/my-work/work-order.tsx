import { Alert, Anchor, Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect } from "react";
import { isRouteErrorResponse, Link } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { StagePill } from "#app/admin/frame/ui/status-pills.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import { readFormWithFiles } from "#app/order-room/files/order-form.server.ts";
import { deliveryPart } from "#app/order-room/fragments.ts";
import { PanelParts } from "#app/order-room/panel-parts.tsx";
import { readRoom } from "#app/order-room/read-room.server.ts";
import { assigneeIntents, assigneeParts } from "#app/order-room/room-parts.server.ts";
import { usePanelRoom } from "#app/order-room/use-panel-room.ts";
import type { Crumb } from "#app/root.tsx";
import { findRoomOrder } from "#orders/find-order.ts";
import type { Route } from "./+types/work-order";

export const handle = {
  breadcrumb(loaderData: unknown): Crumb[] {
    const { room } = (loaderData as Partial<Route.ComponentProps["loaderData"]>) ?? {};
    return [
      { label: "My work", path: "/my-work" },
      { label: room ? `Order ${room.order.number}` : "Order" },
    ];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(
    loaderData ? `Work on order ${loaderData.room.order.number}` : "Work on an order",
    matches,
  );
}

/** The order room for the assignee, without prices, payments and the customer's addresses. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const order = await findRoomOrder(services.database.read, actor, params.orderId).catch(pageError);
  const reader = await dateReader(services, request);
  const page = { side: "team", reader, request } as const;
  const room = await readRoom(services, actor, order, { parts: assigneeParts, ...page });
  return { room, isTakenAway: false };
}

type Shown = Awaited<ReturnType<Route.ClientLoaderArgs["serverLoader"]>>;

let shown: Shown | null = null;

/**
 * Keeps the open page when the order is assigned to another person, so that the former assignee can
 * copy unsaved text. Without this loader, an error page would replace the page.
 */
export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    const isGone = isRouteErrorResponse(error) && error.status === 404;
    if (isGone && shown?.room.order.id === params.orderId) return { ...shown, isTakenAway: true };
    throw error;
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { orderId } = params;
  const sent = await readFormWithFiles(services, request, actor, { orderId, side: "team" });
  return runIntent(assigneeIntents, { ...sent, services, actor, orderId }, sent.values);
}

export default function WorkOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { room, isTakenAway } = loaderData;
  const { order, clock } = room;
  const { id, number, customerName, customerWebsite, packageName } = order;
  const answer = usePanelRoom(room, actionData);
  useEffect(() => {
    shown = loaderData;
    return () => {
      shown = null;
    };
  }, [loaderData]);
  return (
    <Stack gap="lg" maw={960}>
      <div>
        <Group gap="sm">
          <Title order={1}>Order {number}</Title>
          <StagePill
            stage={
              room.messages.questions.length > 0 ? "waiting-for-customer" : room.deliveries.stage
            }
            status="Pending"
          />
          {clock?.isOverdue && <Badge color="red">Overdue</Badge>}
        </Group>
        <Text>
          {packageName} for {customerName}
          {customerWebsite !== "" && (
            <>
              ,{" "}
              <Anchor href={customerWebsite} target="_blank" rel="noreferrer">
                {customerWebsite}
              </Anchor>
            </>
          )}
        </Text>
        {clock && clock.text !== "" && <Text size="sm">{clock.text}</Text>}
      </div>
      {isTakenAway && (
        <Alert color="red" role="alert" title="This order is no longer assigned to you">
          Nothing can be sent from this page. What you have typed is still here, so that you can
          copy it.
        </Alert>
      )}
      {order.isPaid && (
        <Anchor component={Link} to={`/month-reports/${id}/${order.month}`} size="sm">
          This month’s report
        </Anchor>
      )}
      {order.isDeliverable && (
        <div>
          <Button component={Link} to={deliveryPart}>
            Deliver
          </Button>
        </div>
      )}
      {answer?.notice && <Alert color="red">{answer.notice}</Alert>}
      <PanelParts room={room} />
    </Stack>
  );
}
