import { redirect } from "react-router";
import {
  actorOf,
  keepTyped,
  senderOf,
  servicesOf,
  signedInOrLogin,
  signedInOrUnprocessed,
  whyKept,
} from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, refusedForm, unprocessedForm } from "#app/forms.server.ts";
import { peopleWithAccess } from "#app/order-room/access/access-part.server.ts";
import { OrderAccess } from "#app/order-room/access/customer-access.tsx";
import { answerDelivery } from "#app/order-room/deliveries/answer-delivery.server.ts";
import { OrderDeliveries } from "#app/order-room/deliveries/customer-deliveries.tsx";
import { OrderFiles } from "#app/order-room/files/customer-files.tsx";
import { lostFiles, readFormWithFiles } from "#app/order-room/files/order-form.server.ts";
import { LivePart, LiveUpdates } from "#app/order-room/live/live-updates.tsx";
import {
  OpenQuestions,
  OrderMessages,
  UnsentMessage,
} from "#app/order-room/messages/customer-messages.tsx";
import { customerMessageAction } from "#app/order-room/messages/messages-part.server.ts";
import { OrderReceipt, PaidReceipt, receiptView } from "#app/order-room/money/customer-receipt.tsx";
import { moneyQuestions, noMoneyQuestions } from "#app/order-room/money/money-questions.server.ts";
import { type OrderView, orderView } from "#app/order-room/order-view.server.ts";
import { OrderPasswords } from "#app/order-room/passwords/customer-passwords.tsx";
import {
  customerPasswordAction,
  isPasswordIntent,
} from "#app/order-room/passwords/passwords-part.server.ts";
import { type EventView, eventView } from "#app/order-room/timeline/timeline-view.server.ts";
import { WebsiteStrip } from "#app/order-room/website/customer-website.tsx";
import { useSite } from "#app/site-layout.tsx";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { sellerOf } from "#content/model/business-facts.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { discardFiles } from "#files/receive-file.ts";
import { findCustomerOrder, findRoomOrder, seesPrice } from "#orders/find-order.ts";
import { orderReceipt } from "#orders/ledger/payments-of-order.ts";
import { endLinks } from "#orders/links/order-access.ts";
import { paymentProgress } from "#orders/paying/payment-progress.ts";
import { removeOrderFile } from "#orders/room/files/order-files.ts";
import { orderTimeline } from "#orders/timeline/order-timeline.ts";
import { addressOf } from "#seo/public-pages.ts";
import type { Route } from "./+types/order-details";
import { NextStep } from "./next-step.tsx";
import { roomOfOrder } from "./room-of-order.server.ts";

/**
 * Asks the customer for the missing website or, if the order has a website, for corrections. For a
 * paid order without a website, `NextStep` asks instead.
 */
function WebsiteNote({ order }: { order: OrderView }) {
  const { site } = useSite();
  if (order.paymentStatus === "Cancelled" || order.paymentStatus === "Refunded") return null;
  // A link without the order number, because the contact page is cached for all visitors.
  const tellUs = <a href={addressOf(site, "contact")}>Tell us</a>;
  if (order.customerWebsite === "" && order.paymentStatus === "Paid") return null;
  return order.customerWebsite === "" ? (
    <p className="order-step__note">
      We do not know which website to work on yet. {tellUs} and mention order {order.number}.
    </p>
  ) : (
    <p className="order-step__note">
      Is the website or the address wrong? {tellUs} and mention order {order.number}.
    </p>
  );
}

export const handle = { quiet: true };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData?.page) return pageTitle("Your order", matches);
  const { number, paymentStatus } = loaderData.page.order;
  return pageTitle(`Order ${number}, ${inTitle[paymentStatus]}`, matches);
}

export const headers = ownPageHeaders;

const inTitle = {
  UnPaid: "not paid",
  Paid: "paid",
  Cancelled: "cancelled",
  Refunded: "refunded",
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrUnprocessed(context, request);
  // A sender whose session has ended sees only the typed message.
  if (actor === null || whyKept(context) !== null) {
    return { page: null, kept: whyKept(context), orderId: params.orderId };
  }
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const order = await findCustomerOrder(services, actor, params.orderId).catch(pageError);
  const seesMoney = seesPrice(actor, order);
  // Read first, so that a change during the following reads still updates the open page.
  const state = await services.roomChanges.stateOf(order.id);
  const [receipt, timeline, progress, questions, plan, room, people] = await Promise.all([
    seesMoney ? orderReceipt(services, actor, order.id) : null,
    orderTimeline(services, actor, order.id, "customer"),
    seesMoney ? paymentProgress(services, actor, order.id) : null,
    seesMoney ? moneyQuestions(services, actor, order.id) : noMoneyQuestions,
    findRecord(services.database.read, pricingPackages, order.packageId),
    roomOfOrder(services, actor, order, { reader, request }),
    peopleWithAccess(services, actor, order, reader),
  ]);
  const words = { reader, providerName: services.payments.provider.displayName };
  const page = {
    order: orderView(order, reader, seesMoney),
    receipt: receipt && receiptView(order, receipt, reader),
    timeline: timeline.map((entry) => eventView(entry, words)),
    progress,
    questions,
    room,
    state,
    people,
    planId: plan?._id,
  };
  return { page, kept: null, orderId: order.id };
}

type OrderPage = NonNullable<Route.ComponentProps["loaderData"]["page"]>;

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { orderId } = params;
  const form = await readFormWithFiles(services, request, await actorOf(context), {
    orderId,
    side: "customer",
  });
  const { values, files, sentFiles } = form;
  if (values.intent === undefined) {
    const sender = await senderOf(context, values);
    if (sender !== null) {
      return customerMessageAction(services, sender, orderId, form, () => keepTyped(context));
    }
    await discardFiles(
      services.database,
      files.map(({ file }) => file.id),
    );
    return unprocessedForm(values, sentFiles > 0 ? { files: lostFiles } : {});
  }
  const actor = await signedInOrLogin(context, request);
  if (values.intent === "end-links") {
    try {
      await endLinks(services, actor, orderId, values.person ?? "");
      return redirect(`/my-order/${orderId}#order-access`, 303);
    } catch (error) {
      return refusedForm(error, values);
    }
  }
  try {
    await findRoomOrder(services.database.read, actor, params.orderId);
  } catch (error) {
    keepTyped(context);
    return refusedForm(error, values);
  }
  if (isPasswordIntent(values.intent)) {
    return customerPasswordAction(services, actor, params.orderId, values);
  }
  if (values.intent === "remove-file") {
    try {
      await removeOrderFile(services, actor, orderId, values.fileId ?? "", "customer");
      return redirect(`/my-order/${orderId}#files`, 303);
    } catch (error) {
      return refusedForm(error, values);
    }
  }
  try {
    await answerDelivery(services, actor, params.orderId, values);
    return redirect(`/my-order/${params.orderId}`);
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function OrderDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { page, kept, orderId } = loaderData;
  if (page !== null) return <ShownOrder page={page} form={actionData} />;
  return (
    <CustomerPage title="Your order" isVisitor={kept === "signed out"}>
      {actionData && kept && <UnsentMessage orderId={orderId} form={actionData} why={kept} />}
    </CustomerPage>
  );
}

function ShownOrder({ page, form }: { page: OrderPage; form: ActionResult | undefined }) {
  const { order, receipt, timeline, progress, planId, questions, room, state, people } = page;
  const conversation = room?.conversation;
  // Forms of messages have no `intent`.
  const isOfConversation = form?.values.intent === undefined;
  const isOfPasswords = /-password$/.test(form?.values.intent ?? "");
  const isOfFiles = form?.values.intent === "remove-file";
  const isOfLinks = form?.values.intent === "end-links";
  const { site, business } = useSite();
  return (
    <CustomerPage title={`Order ${order.number}`}>
      <div className="order-step">
        <div className="order-step__words" data-live-part="words">
          <NextStep
            order={order}
            progress={progress}
            wasSentToPay={timeline.some(({ kind }) => kind === "sent-to-pay")}
            questions={questions}
            contactPath={addressOf(site, "contact")}
            planId={planId}
            refundedAmount={receipt?.refundedAmount ?? ""}
            standing={standingOf(room)}
            brief={room?.brief ?? null}
          />
          {room && room.clock !== "" && <p className="order-step__note">{room.clock}</p>}
          {conversation && <OpenQuestions questions={conversation.questions} />}
          {conversation && conversation.unread !== "" && (
            <p>
              <a href="#messages">
                {conversation.unread === "1"
                  ? "We sent you a message"
                  : `We sent you ${conversation.unread} messages`}
              </a>
            </p>
          )}
          {room && order.orderStatus === "Pending" && <WebsiteNote order={order} />}
        </div>
        {room && (
          <LivePart name="deliveries">
            <OrderDeliveries
              orderId={order.id}
              deliveries={room.deliveries}
              formKey={room.deliveryKey}
              form={isOfConversation || isOfPasswords || isOfFiles || isOfLinks ? undefined : form}
            />
          </LivePart>
        )}
        {room && (
          <LivePart name="website">
            <WebsiteStrip website={room.website} />
          </LivePart>
        )}
        {room && (
          <LivePart name="months">
            <Months months={room.months} />
          </LivePart>
        )}
        {receipt ? (
          <PaidReceipt
            order={order}
            receipt={receipt}
            seller={sellerOf(business, site.footerAddress)}
          />
        ) : (
          <OrderReceipt order={order} />
        )}
        {room && (room.conversation.messages.length > 0 || order.paymentStatus === "Paid") && (
          <div className="order-room">
            <OrderMessages
              conversation={room.conversation}
              files={room.files.withMessages}
              form={isOfConversation ? form : undefined}
            />
            <LivePart name="files">
              <OrderFiles files={room.files} form={isOfFiles ? form : undefined} />
            </LivePart>
            <LivePart name="passwords">
              <OrderPasswords passwords={room.passwords} form={isOfPasswords ? form : undefined} />
            </LivePart>
          </div>
        )}
        <section className="order-story" data-live-part="story">
          <h2>What happened so far</h2>
          <Timeline label={`What happened to order ${order.number}`} steps={timeline} />
        </section>
        {people.length > 0 && (
          <OrderAccess orderId={order.id} people={people} form={isOfLinks ? form : undefined} />
        )}
      </div>
      {conversation && !conversation.isOlderPage && (
        <LiveUpdates orderId={order.id} state={state} />
      )}
    </CustomerPage>
  );
}

/** Links to the reports of the order, the newest first. */
function Months({ months }: { months: NonNullable<OrderPage["room"]>["months"] }) {
  if (months.length === 0) return null;
  return (
    <section className="deliveries" aria-labelledby="months-title">
      <h2 id="months-title">Your months</h2>
      <ul className="month-list">
        {months.map(({ name, path }) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function standingOf(room: OrderPage["room"]): string {
  if (room === null) return "";
  if (room.conversation.questions.length > 0) {
    return "Our work is on hold until we have your answer. Any message from you counts as one.";
  }
  return room.deliveries.standing || room.briefStanding;
}

interface TimelineProps {
  label: string;
  steps: readonly EventView[];
}

/** Events of an order, the oldest first. */
export function Timeline({ label, steps }: TimelineProps) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map(({ tone, title, detail, isoDate, fullDate }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
        <li className={`timeline__step timeline__step--${tone}`} key={index}>
          <p className="timeline__title">{title}</p>
          {detail && <p>{detail}</p>}
          <time className="timeline__time" dateTime={isoDate}>
            {fullDate}
          </time>
        </li>
      ))}
    </ol>
  );
}
