import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Grid,
  Group,
  Stack,
  Text,
  Timeline,
  Title,
} from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { findPerson } from "../../../access/accounts/people.ts";
import { findOrder } from "../../../orders/find-order.ts";
import { orderNotifications } from "../../../orders/ledger/order-notifications.ts";
import { paymentsOfOrder } from "../../../orders/ledger/payments-of-order.ts";
import { neighbouringOrders } from "../../../orders/list-orders.ts";
import { paymentProgress } from "../../../orders/paying/payment-progress.ts";
import { orderTimeline } from "../../../orders/timeline/order-timeline.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { amountFromCents } from "../../../platform/money.ts";
import { dayOf, fullDateOf } from "../../../platform/time/dates.ts";
import { servicesOf } from "../../app-context.server.ts";
import { dateReader } from "../../date-reader.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { pageError, readForm, refusedForm } from "../../form-state.server.ts";
import { type OrderRow, orderRow } from "../../ordering/order/order-row.server.ts";
import { type TimelineRow, timelineRow } from "../../ordering/order/timeline-row.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { orderStatusColours, paymentStatusColours } from "../ui/status-colours.ts";
import { Table } from "../ui/table.tsx";
import type { Route } from "./+types/order-page";
import { notificationRow } from "./notification-row.server.ts";
import { OrderNotes } from "./order-notes.tsx";
import { changeOrder } from "./order-page-action.server.ts";
import { OrderPayments } from "./order-payments.tsx";
import { OrderStatusForm } from "./order-status-form.tsx";
import { PaymentNotifications } from "./payment-notifications.tsx";
import { paymentRow } from "./payment-row.server.ts";
import { waitsForDecision, warningsFor } from "./warnings-for.ts";

interface OrderFactsProps {
  order: OrderRow;
  /** Time of payment; "" when unpaid. */
  paid: string;
  address: string;
  website: string;
  /** Path of the customer's page; null after the account was deleted. */
  customerPath: string | null;
}

function OrderFacts({ order, paid, address, website, customerPath }: OrderFactsProps) {
  const facts: [string, ReactNode][] = [
    ["Plan", order.packageName],
    ["Amount", `${order.price} USD`],
    ["Payment Status", order.paymentStatus],
    ["Ordered", order.fullDate],
    ["Paid", paid || "not yet"],
    [
      "Name",
      customerPath === null ? (
        order.customerName
      ) : (
        <Anchor key="customer" component={Link} to={customerPath} inherit>
          {order.customerName}
        </Anchor>
      ),
    ],
    ["Email", order.customerEmail],
    ["Address", address],
    ["Website", website || "not given"],
  ];
  return (
    <Card withBorder py="xs">
      <Table isFixed spacing="xs" aria-label="The order">
        <tbody>
          {facts.map(([label, value]) => (
            <tr key={label}>
              <th style={{ width: "8rem" }} data-quiet>
                {label}
              </th>
              <td>
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  {value}
                </Text>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

interface OrderHeadingProps {
  order: OrderRow;
  neighbours: { previous: string | null; next: string | null };
}

/** Heading of an order with its status and links to its neighbours. */
function OrderHeading({ order, neighbours }: OrderHeadingProps) {
  const { number, orderStatus, paymentStatus } = order;
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <Title order={1}>Order {number}</Title>
        <Badge variant="dot" color={orderStatusColours[orderStatus]}>
          {orderStatus}
        </Badge>
        <Badge variant="dot" color={paymentStatusColours[paymentStatus]}>
          {paymentStatus}
        </Badge>
      </Group>
      <Group component="nav" gap="xs" aria-label="Orders before and after">
        <Neighbour id={neighbours.previous} icon={<IconChevronLeft size={16} aria-hidden />}>
          Previous
        </Neighbour>
        <Neighbour id={neighbours.next} icon={<IconChevronRight size={16} aria-hidden />} isNext>
          Next
        </Neighbour>
      </Group>
    </Group>
  );
}

interface NeighbourProps {
  id: string | null;
  icon: ReactNode;
  isNext?: boolean;
  children: ReactNode;
}

function Neighbour({ id, icon, isNext = false, children }: NeighbourProps) {
  const look = {
    variant: "default",
    h: 44,
    ...(isNext ? { rightSection: icon } : { leftSection: icon }),
  };
  if (id === null) {
    return (
      <Button {...look} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button
      {...look}
      component={Link}
      to={`/admin/payment-status/${id}`}
      aria-keyshortcuts={isNext ? "j" : "k"}
    >
      {children}
    </Button>
  );
}

/** Emails about an order, oldest first, with links. */
function OrderMails({ mails }: { mails: readonly TimelineRow[] }) {
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Title order={2}>Mails</Title>
        {mails.length === 0 && <Text c="dimmed">No emails about this order.</Text>}
        {mails.map(({ mailId, title, detail, isoDate, fullDate }) => (
          <div key={mailId}>
            <Anchor component={Link} to={`/outbox/${mailId}`} size="sm" fw={500}>
              {detail}
            </Anchor>
            <Text size="sm" c="dimmed">
              {title}, <time dateTime={isoDate}>{fullDate}</time>
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}

const colours = { good: "field", stopped: "orange", plain: "gray" };

/** Timeline of an order, oldest first, with authors. */
function OrderTimeline({ steps }: { steps: readonly TimelineRow[] }) {
  return (
    <Card withBorder>
      <Title order={2} mb="md">
        Timeline
      </Title>
      <Timeline bulletSize={14} lineWidth={2} active={steps.length}>
        {steps.map(({ tone, title, detail, by, isoDate, fullDate }, index) => (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
            key={index}
            color={colours[tone]}
            title={title}
          >
            {detail && (
              <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {detail}
              </Text>
            )}
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {by && `${by}, `}
              <time dateTime={isoDate}>{fullDate}</time>
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  );
}

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
  const [customer, timeline, received, neighbours, payments, progress] = await Promise.all([
    findPerson(services, actor, order.accountId).catch(nullIfGone),
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
    customerPath: customer === null ? null : `/people/${order.accountId}`,
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

/** Orders outlive their customer's account. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
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
