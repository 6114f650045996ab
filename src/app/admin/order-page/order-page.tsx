import { Alert, Anchor, Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { Link, redirect } from "react-router";
import { listCustomerNotes } from "#access/accounts/notes/customer-notes.ts";
import { findPerson } from "#access/accounts/people.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, refusedForm } from "#app/forms.server.ts";
import { peopleWithAccess } from "#app/order-room/access/access-part.server.ts";
import { OrderAccess } from "#app/order-room/access/panel-access.tsx";
import { assignmentView } from "#app/order-room/assignment/assignment-view.server.ts";
import { briefView } from "#app/order-room/brief/brief-view.server.ts";
import { OrderBrief } from "#app/order-room/brief/panel-brief.tsx";
import { DeliveryDialog } from "#app/order-room/deliveries/delivery-dialog.tsx";
import { deliveriesInPanel } from "#app/order-room/deliveries/delivery-panel.server.ts";
import { OrderDeliveries } from "#app/order-room/deliveries/panel-deliveries.tsx";
import { WaitingEmails } from "#app/order-room/emails/panel-emails.tsx";
import { filesView, listsAllFiles } from "#app/order-room/files/file-views.server.ts";
import { readFormWithFiles } from "#app/order-room/files/order-form.server.ts";
import { OrderFiles } from "#app/order-room/files/panel-files.tsx";
import { decisionPlace } from "#app/order-room/fragments.ts";
import { useLiveOrder } from "#app/order-room/live/use-live-order.ts";
import { conversationView } from "#app/order-room/messages/messages-part.server.ts";
import { OrderMessages } from "#app/order-room/messages/panel-messages.tsx";
import { describeDecision } from "#app/order-room/money/describe-decision.server.ts";
import { paymentView } from "#app/order-room/money/payment-view.server.ts";
import classes from "#app/order-room/order-room.module.css";
import { type OrderView, orderView } from "#app/order-room/order-view.server.ts";
import { OrderPasswords } from "#app/order-room/passwords/panel-passwords.tsx";
import { passwordsView } from "#app/order-room/passwords/passwords-part.server.ts";
import { OrderTimeline } from "#app/order-room/timeline/panel-timeline.tsx";
import { timelineItems } from "#app/order-room/timeline/timeline-items.server.ts";
import { useUndoToast } from "#app/order-room/use-undo-toast.ts";
import { OrderWebsite } from "#app/order-room/website/order-website.tsx";
import { websiteView } from "#app/order-room/website/website-part.server.ts";
import type { Crumb } from "#app/root.tsx";
import { listWaitingMails } from "#mail/incoming/read-incoming-mails.ts";
import { findOrder } from "#orders/find-order.ts";
import { orderNotifications } from "#orders/ledger/order-notifications.ts";
import { paymentsOfOrder } from "#orders/ledger/payments-of-order.ts";
import { countOrdersOfCompany } from "#orders/list-orders.ts";
import { paymentProgress } from "#orders/paying/payment-progress.ts";
import { readOpenReviews } from "#orders/review/read-open-reviews.ts";
import { resolveReview } from "#orders/review/resolve-review.ts";
import { orderBrief } from "#orders/room/brief/read-order-brief.ts";
import { clockSentence } from "#orders/room/clock/clock-sentence.ts";
import { readOrderClock } from "#orders/room/clock/read-order-clock.ts";
import { orderDeliveries } from "#orders/room/deliveries/delivery-list.ts";
import { mayAsk, type OrderStage } from "#orders/room/stage/order-stage.ts";
import { spentTotalCents } from "#orders/sales/order-totals.ts";
import { neighbouringOrders } from "#orders/search/neighbouring-orders.ts";
import { orderTimeline } from "#orders/timeline/order-timeline.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import { dayOf, minuteOf } from "#platform/time/dates.ts";
import { may } from "#policy/rights.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { useLastAnswer } from "../forms/use-last-answer.ts";
import { hasMailServer } from "../mail/mail-row.server.ts";
import { receivedRow } from "../mail/received-row.server.ts";
import { useSendsEmails } from "../mail/use-sends-emails.ts";
import { describeDelivery } from "../orders/describe-effect.ts";
import { reviewRow } from "../payments/review-row.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { PaymentPill, StagePill } from "../ui/status-pills.tsx";
import type { Route } from "./+types/order-page";
import { actionsFor } from "./actions-for.ts";
import { actionsPlace, OrderActions, QuestionDialogs } from "./order-actions.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { openedFrom, orderPath } from "./order-list.server.ts";
import { actOnOrder, saved } from "./order-page-action.server.ts";
import { warningsFor } from "./warnings-for.ts";

/** Loaded later, because few orders have a payment to review. */
const ReviewCard = lazy(async () => {
  const { ReviewCard: card } = await import("../payments/review-card.tsx");
  return { default: card };
});

interface OrderHeadingProps {
  order: OrderView;
  stage: OrderStage;
  /** Paths of the previous and the next order in the list; null at the ends of the list. */
  neighbours: { previous: string | null; next: string | null };
}

function OrderHeading({ order, stage, neighbours }: OrderHeadingProps) {
  const { number, orderStatus, paymentStatus } = order;
  return (
    <div className={classes.heading}>
      <div>
        <Group gap="sm">
          <Title order={1}>Order {number}</Title>
          <Group gap="sm" wrap="nowrap">
            <PaymentPill status={paymentStatus} />
            <StagePill stage={stage} status={orderStatus} />
          </Group>
        </Group>
        <Text className={classes.summary}>
          <b>{order.price}</b> for {order.packageName}, {order.customerName}
        </Text>
      </div>
      <nav aria-label="Previous and next order" className={classes.neighbours}>
        <Neighbour path={neighbours.previous} icon={<IconChevronLeft size={18} aria-hidden />}>
          Previous
        </Neighbour>
        <Neighbour path={neighbours.next} icon={<IconChevronRight size={18} aria-hidden />} isNext>
          Next
        </Neighbour>
      </nav>
    </div>
  );
}

interface NeighbourProps {
  path: string | null;
  icon: ReactNode;
  isNext?: boolean;
  children: string;
}

function Neighbour({ path, icon, isNext = false, children }: NeighbourProps) {
  const key = isNext ? "j" : "k";
  const look = {
    variant: "default",
    h: 44,
    px: "sm",
    title: `${children} order (${key})`,
  };
  const content = (
    <>
      {!isNext && icon}
      <span className={classes.words}>{children}</span>
      {isNext && icon}
    </>
  );
  if (path === null) {
    return (
      <Button {...look} disabled>
        {content}
      </Button>
    );
  }
  return (
    <Button {...look} component={Link} to={path} aria-keyshortcuts={key}>
      {content}
    </Button>
  );
}

export const handle = {
  breadcrumb(loaderData: unknown): Crumb[] {
    const { listCrumbs = [{ label: "Total Orders", path: "/total-orders" }], order } =
      (loaderData as Partial<Route.ComponentProps["loaderData"]> | undefined) ?? {};
    return [...listCrumbs, { label: order ? `Order ${order.number}` : "Update order" }];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData ? `Order ${loaderData.order.number}` : "Update order", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { database, payments: allPayments } = services;
  const calendar = await readWorkCalendar(services.configuration, database.read);
  const reader = await dateReader(services, request);
  const { timeZone } = reader;
  const providerName = allPayments.provider.displayName;
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  const from = openedFrom(request, order);
  // The state is read first, so that a change during the following reads still updates the open
  // page.
  const state = await services.roomChanges.stateOf(order.id);
  const { accountId } = order;
  const [
    customer,
    notes,
    timeline,
    received,
    neighbours,
    payments,
    progress,
    orders,
    spentCents,
    conversation,
    passwords,
  ] = await Promise.all([
    findPerson(services, actor, accountId).catch(nullIfGone),
    listCustomerNotes(services, actor, accountId),
    orderTimeline(services, actor, order.id, "admin"),
    orderNotifications(services, actor, order.id),
    neighbouringOrders({ ...services, calendar }, actor, order, from.list),
    paymentsOfOrder(services, actor, order.id),
    paymentProgress(services, actor, order.id),
    countOrdersOfCompany(services, actor, order.companyId),
    spentTotalCents(services, actor, order.companyId),
    conversationView(services, actor, order.id, { reader, request, side: "team" }),
    passwordsView(services, actor, order.id, { reader, side: "team" }),
  ]);
  const deliveries = await orderDeliveries(services, actor, order.id);
  const brief = await orderBrief(services, actor, order.id);
  const website = await websiteView(services, actor, order, reader);
  const clock = await readOrderClock({ ...services, calendar }, actor, order.id);
  const emails = await listWaitingMails(services, actor, order.id);
  const sendsEmails = await hasMailServer(services);
  const toDecide = received.filter(
    ({ outcome, resolution }) => outcome === "review" && resolution === null,
  );
  const reviews = await readOpenReviews(
    services,
    actor,
    toDecide.map(({ id }) => id),
  );
  const refundsAtProvider = allPayments.provider.refundPage("") !== null;
  const words = { reader, providerName, refundsAtProvider, customerName: order.customerName };
  const path = `/people/${accountId}`;
  const pathOf = (id: string | null) => id && orderPath(id, from.path);
  return {
    order: orderView(order, reader),
    customer: customer && {
      path,
      orders: `${orders} in total, ${dollarsFromCents(spentCents)} USD paid`,
      notes: notes.map(({ note }) => note),
    },
    mayMove: may(actor, "merge companies"),
    listCrumbs: crumbsOf(from.path, order.customerName),
    timeline: timelineItems(timeline, received, words),
    attempts: timeline
      .flatMap((entry) => (entry.kind === "sent-to-pay" ? minuteOf(entry.at, reader) : []))
      .reverse(),
    reviews: reviews.map((review) =>
      reviewRow(review, {
        reader,
        payments: allPayments,
        sendsEmails,
      }),
    ),
    neighbours: { previous: pathOf(neighbours.previous), next: pathOf(neighbours.next) },
    progress,
    payments: payments.map((payment) => paymentView(payment, reader)),
    conversation,
    passwords,
    files: await filesView(services, actor, order, {
      reader,
      side: "team",
      messages: conversation.messages,
      listsAll: listsAllFiles(request),
    }),
    state,
    emails: emails.map((mail) => receivedRow(mail, reader)),
    paymentKey: newId(),
    stage: deliveries.stage,
    clock: clock && { text: clockSentence(clock, "team", reader), isOverdue: clock.isOverdue },
    deliveries: deliveriesInPanel(order.id, deliveries, { reader, proofs: website.proofs }),
    deliveryKey: newId(),
    website,
    isCheckable: order.paymentStatus === "Paid" && !order.isDemonstration,
    brief: brief && briefView(order.id, brief, reader),
    priceAmount: amountFromCents(order.priceCents),
    today: dayOf(services.clock(), timeZone),
    providerName,
    movesMoney: may(actor, "refund payments"),
    assignment: await assignmentView(services, actor, order),
    people: await peopleWithAccess(services, actor, order, reader),
  };
}

/**
 * Returns null for "not-found", because an order stays after its customer's account was deleted.
 */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}

/** Breadcrumbs back to the list from which the order was opened. */
function crumbsOf(path: string | null, customerName: string): Crumb[] {
  if (path?.startsWith("/people/")) {
    return [
      { label: "Customers", path: "/people" },
      { label: customerName, path },
    ];
  }
  const all = { label: "Total Orders", path: "/total-orders" };
  return path === null ? [all] : [all, { label: "Your list", path }];
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const sent = await readFormWithFiles(services, request, actor, {
    orderId: params.orderId,
    side: "team",
  });
  const { review, ...form } = sent.values;
  if (review === undefined) return actOnOrder(services, actor, params.orderId, sent);
  try {
    const decided = await resolveReview(services, actor, review, form);
    if (decided.refundPage !== null) return redirect(decided.refundPage);
    return saved(describeDecision(decided), false);
  } catch (error) {
    const { note = "", order = "", confirmed = "" } = form;
    return refusedForm(error, { note, order, confirmed });
  }
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, timeline, reviews, neighbours, progress, providerName, conversation, files } =
    loaderData;
  const sendsEmails = useSendsEmails();
  const answer = useLastAnswer(actionData);
  const addedAt = answer && "addsNote" in answer && answer.addsNote ? answer.savedAt : undefined;
  useUndoToast(answer);
  useLiveOrder(order.id, loaderData.state, conversation.messages);
  const isToDecide = reviews.length > 0;
  const isAwaited = progress?.state === "pending" || progress?.state === "returned";
  // The button delivers a Paid order at once, so the hint says what will happen. For any other
  // order, a confirmation dialog says what will happen.
  const hint = order.paymentStatus === "Paid" ? describeDelivery([order], sendsEmails) : "";
  const clock = loaderData.clock?.text ?? "";
  return (
    <Stack gap="lg" maw={1200}>
      <OrderHeading
        order={order}
        stage={conversation.questions.length > 0 ? "waiting-for-customer" : loaderData.stage}
        neighbours={neighbours}
      />
      <OrderActions
        key={order.id}
        actions={actionsFor({ ...loaderData, isToDecide, isAwaited })}
        hint={hint}
      />
      {(clock !== "" || order.paymentStatus === "Paid") && (
        <Stack gap={4} align="flex-start">
          {clock !== "" && (
            <Group gap="sm">
              {loaderData.clock?.isOverdue && <Badge color="red">Overdue</Badge>}
              <Text size="sm">{clock}</Text>
            </Group>
          )}
          {order.paymentStatus === "Paid" && (
            <Anchor
              component={Link}
              to={`/month-reports/${order.id}/${loaderData.today.slice(0, 7)}`}
              size="sm"
              className={classes.unprinted}
            >
              This month’s report
            </Anchor>
          )}
        </Stack>
      )}
      <QuestionDialogs order={order} isAwaited={isAwaited} />
      <DeliveryDialog
        key={`delivery ${order.id}`}
        orderId={order.id}
        recipient={order.customerEmail}
        deliveries={loaderData.deliveries}
        isOffered={order.orderStatus === "Pending" && order.paymentStatus === "Paid"}
        formKey={loaderData.deliveryKey}
      />
      {answer?.notice && <Alert color="red">{answer.notice}</Alert>}
      {warningsFor(order, progress).map((warning) => (
        <Alert key={warning} color="yellow">
          {warning}
        </Alert>
      ))}
      {isToDecide && loaderData.movesMoney && (
        <Stack
          component="section"
          gap="sm"
          aria-labelledby={decisionPlace}
          data-next={actionsPlace}
        >
          <Title order={2} id={decisionPlace} tabIndex={-1}>
            {reviews.length === 1
              ? "A payment needs review"
              : `${reviews.length} payments need review`}
          </Title>
          {reviews.map((review) => (
            <Suspense key={review.id} fallback={null}>
              <ReviewCard review={review} providerName={providerName} />
            </Suspense>
          ))}
        </Stack>
      )}
      <div className={classes.columns}>
        <OrderFacts
          key={`facts ${order.id}`}
          {...loaderData}
          isToDecide={isToDecide}
          form={answer}
        />
        <Stack gap="xl">
          <OrderDeliveries deliveries={loaderData.deliveries} />
          <OrderWebsite
            key={`website ${order.id}`}
            website={loaderData.website}
            isCheckable={loaderData.isCheckable}
          />
          {loaderData.brief && <OrderBrief key={`brief ${order.id}`} brief={loaderData.brief} />}
          <WaitingEmails emails={loaderData.emails} />
          {(conversation.messages.length > 0 || order.paymentStatus === "Paid") && (
            <OrderMessages
              key={`messages ${order.id}`}
              conversation={conversation}
              files={files.withMessages}
              customerName={order.customerName}
              mayAsk={mayAsk(loaderData.stage)}
            />
          )}
          <OrderFiles key={`files ${order.id}`} files={files} />
          <OrderAccess people={loaderData.people} />
          <OrderPasswords key={`passwords ${order.id}`} {...loaderData.passwords} />
          <OrderTimeline
            key={`timeline ${order.id}`}
            orderId={order.id}
            items={timeline.items}
            others={timeline.others}
            providerName={providerName}
            form={answer}
            addedAt={addedAt}
          />
        </Stack>
      </div>
    </Stack>
  );
}
