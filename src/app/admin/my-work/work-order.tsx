import { Alert, Anchor, Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect } from "react";
import { isRouteErrorResponse, Link } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError } from "#app/forms.server.ts";
import { briefView } from "#app/order-room/brief/brief-view.server.ts";
import { OrderBrief } from "#app/order-room/brief/panel-brief.tsx";
import { DeliveryDialog } from "#app/order-room/deliveries/delivery-dialog.tsx";
import { deliveriesInPanel } from "#app/order-room/deliveries/delivery-panel.server.ts";
import { OrderDeliveries } from "#app/order-room/deliveries/panel-deliveries.tsx";
import { filesView, listsAllFiles } from "#app/order-room/files/file-views.server.ts";
import { readFormWithFiles } from "#app/order-room/files/order-form.server.ts";
import { OrderFiles } from "#app/order-room/files/panel-files.tsx";
import { deliveryPart } from "#app/order-room/fragments.ts";
import { useLiveOrder } from "#app/order-room/live/use-live-order.ts";
import { conversationView } from "#app/order-room/messages/messages-part.server.ts";
import { OrderMessages } from "#app/order-room/messages/panel-messages.tsx";
import { OrderPasswords } from "#app/order-room/passwords/panel-passwords.tsx";
import { passwordsView } from "#app/order-room/passwords/passwords-part.server.ts";
import { OrderWebsite } from "#app/order-room/website/order-website.tsx";
import { websiteView } from "#app/order-room/website/website-part.server.ts";
import type { Crumb } from "#app/root.tsx";
import { findRoomOrder } from "#orders/find-order.ts";
import { orderBrief } from "#orders/room/brief/read-order-brief.ts";
import { clockSentence } from "#orders/room/clock/clock-sentence.ts";
import { readOrderClock } from "#orders/room/clock/read-order-clock.ts";
import { orderDeliveries } from "#orders/room/deliveries/delivery-list.ts";
import { mayAsk } from "#orders/room/stage/order-stage.ts";
import { newId } from "#platform/ids.ts";
import { dayOf } from "#platform/time/dates.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { useLastAnswer } from "../forms/use-last-answer.ts";
import { actOnOrder } from "../order-page/order-page-action.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { StagePill } from "../ui/status-pills.tsx";
import type { Route } from "./+types/work-order";

export const handle = {
  breadcrumb(loaderData: unknown): Crumb[] {
    const { number } = (loaderData as Partial<Route.ComponentProps["loaderData"]>) ?? {};
    return [
      { label: "My work", path: "/my-work" },
      { label: number ? `Order ${number}` : "Order" },
    ];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData ? `Work on order ${loaderData.number}` : "Work on an order", matches);
}

/** The order room for the assignee, without prices, payments and the customer's addresses. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { configuration, database } = services;
  const reader = await dateReader(services, request);
  const order = await findRoomOrder(database.read, actor, params.orderId).catch(pageError);
  // The state is read first, so that a change during the following reads still updates the open
  // page.
  const state = await services.roomChanges.stateOf(order.id);
  const [conversation, passwords, deliveries, brief] = await Promise.all([
    conversationView(services, actor, order.id, { reader, request, side: "team" }),
    passwordsView(services, actor, order.id, { reader, side: "team" }),
    orderDeliveries(services, actor, order.id),
    orderBrief(services, actor, order.id),
  ]);
  const website = await websiteView(services, actor, order, reader);
  const calendar = await readWorkCalendar(configuration, database.read);
  const clock = await readOrderClock({ ...services, calendar }, actor, order.id);
  const { id, number, customerName, packageName, customerWebsite } = order;
  return {
    id,
    number,
    customerName,
    packageName,
    state,
    conversation,
    passwords,
    website: customerWebsite,
    isTakenAway: false,
    month: dayOf(services.clock(), reader.timeZone).slice(0, 7),
    isPaid: order.paymentStatus === "Paid",
    isOffered: order.orderStatus === "Pending" && order.paymentStatus === "Paid",
    files: await filesView(services, actor, order, {
      reader,
      side: "team",
      messages: conversation.messages,
      listsAll: listsAllFiles(request),
    }),
    stage: deliveries.stage,
    clock: clock && { text: clockSentence(clock, "team", reader), isOverdue: clock.isOverdue },
    deliveries: deliveriesInPanel(id, deliveries, { reader, proofs: website.proofs }),
    deliveryKey: newId(),
    checks: website,
    isCheckable: order.paymentStatus === "Paid" && !order.isDemonstration,
    brief: brief && briefView(order.id, brief, reader),
  };
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
    if (isGone && shown?.id === params.orderId) return { ...shown, isTakenAway: true };
    throw error;
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { orderId } = params;
  const sent = await readFormWithFiles(services, request, actor, { orderId, side: "team" });
  return actOnOrder(services, actor, orderId, sent);
}

export default function WorkOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, conversation, clock, customerName, isOffered, files, website } = loaderData;
  const answer = useLastAnswer(actionData);
  useLiveOrder(id, loaderData.state, conversation.messages);
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
            stage={conversation.questions.length > 0 ? "waiting-for-customer" : loaderData.stage}
            status="Pending"
          />
          {clock?.isOverdue && <Badge color="red">Overdue</Badge>}
        </Group>
        <Text>
          {loaderData.packageName} for {customerName}
          {website !== "" && (
            <>
              ,{" "}
              <Anchor href={website} target="_blank" rel="noreferrer">
                {website}
              </Anchor>
            </>
          )}
        </Text>
        {clock && clock.text !== "" && <Text size="sm">{clock.text}</Text>}
      </div>
      {loaderData.isTakenAway && (
        <Alert color="red" role="alert" title="This order is no longer assigned to you">
          Nothing can be sent from this page. What you have typed is still here, so that you can
          copy it.
        </Alert>
      )}
      {loaderData.isPaid && (
        <Anchor component={Link} to={`/month-reports/${id}/${loaderData.month}`} size="sm">
          This month’s report
        </Anchor>
      )}
      {isOffered && (
        <div>
          <Button component={Link} to={deliveryPart}>
            Deliver
          </Button>
        </div>
      )}
      {answer?.notice && <Alert color="red">{answer.notice}</Alert>}
      <DeliveryDialog
        key={`delivery ${id}`}
        orderId={id}
        recipient="The customer"
        deliveries={loaderData.deliveries}
        isOffered={isOffered}
        formKey={loaderData.deliveryKey}
      />
      <OrderDeliveries deliveries={loaderData.deliveries} />
      <OrderWebsite
        key={`website ${id}`}
        website={loaderData.checks}
        isCheckable={loaderData.isCheckable}
      />
      {loaderData.brief && <OrderBrief key={`brief ${id}`} brief={loaderData.brief} />}
      {(conversation.messages.length > 0 || loaderData.isPaid) && (
        <OrderMessages
          key={`messages ${id}`}
          conversation={conversation}
          files={files.withMessages}
          customerName={customerName}
          mayAsk={mayAsk(loaderData.stage)}
        />
      )}
      <OrderFiles key={`files ${id}`} files={files} />
      <OrderPasswords key={`passwords ${id}`} {...loaderData.passwords} />
    </Stack>
  );
}
