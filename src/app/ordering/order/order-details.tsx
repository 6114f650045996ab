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
import { pageError, unprocessedForm } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import type { CustomerPartProps } from "#app/order-room/customer-part.ts";
import { RoomResults, SideParts } from "#app/order-room/customer-parts.tsx";
import { lostFiles, readFormWithFiles } from "#app/order-room/files/order-form.server.ts";
import { CustomerInvoices } from "#app/order-room/invoices/customer-invoices.tsx";
import { LiveUpdates } from "#app/order-room/live/live-updates.tsx";
import { UnsentMessage } from "#app/order-room/messages/customer-messages.tsx";
import { customerMessages } from "#app/order-room/messages/messages-part.server.ts";
import { CustomerReceipt } from "#app/order-room/money/customer-receipt.tsx";
import {
  CustomerMoneyBack,
  UnsentMoneyBack,
} from "#app/order-room/money-back/customer-money-back.tsx";
import { customerMoneyBack } from "#app/order-room/money-back/money-back-part.server.ts";
import type { OrderView } from "#app/order-room/order-view.server.ts";
import { readRoom } from "#app/order-room/read-room.server.ts";
import {
  type CustomerRoom,
  customerIntents,
  customerParts,
  payerParts,
} from "#app/order-room/room-parts.server.ts";
import { StageBar } from "#app/order-room/stages/stage-bar.tsx";
import { UnsentTestimonial } from "#app/order-room/testimonial/customer-testimonial.tsx";
import { customerTestimonial } from "#app/order-room/testimonial/testimonial-part.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { StatusMark } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { isRepeated } from "#content/model/plan-interval.ts";
import { discardFiles } from "#files/receive-file.ts";
import { findCustomerOrder, isOwn } from "#orders/find-order.ts";
import { orderedThing } from "#orders/order-words.ts";
import { orderAgainPath } from "../order-again-path.ts";
import orderingSheet from "../ordering.css?sheet";
import type { Route } from "./+types/order-details";
import { OrderWords } from "./order-words.tsx";
import { PrintButton } from "./print-button.tsx";

export const handle = { quiet: true };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData?.room) return pageTitle("Your order", matches);
  const { order } = loaderData.room;
  const state = `order ${order.number}, ${inTitle[order.paymentStatus]}`;
  return pageTitle(`${orderTitle(order)}: ${state}`, matches);
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
    return { room: null, kept: whyKept(context), orderId: params.orderId };
  }
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const order = await findCustomerOrder(services, actor, params.orderId).catch(pageError);
  const isPayer = isOwn(actor, order, "payments") && !isOwn(actor, order, "orders");
  const parts = isPayer ? payerParts : customerParts;
  const page = { side: "customer", reader, request } as const;
  const room: CustomerRoom = await readRoom(services, actor, order, { parts, ...page });
  return { room, kept: null, orderId: order.id };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { orderId } = params;
  const form = await readFormWithFiles(services, request, await actorOf(context), {
    orderId,
    side: "customer",
  });
  const { values, files, sentFiles } = form;
  const isKept = [customerMessages, customerMoneyBack, customerTestimonial].some(({ intents }) =>
    Object.hasOwn(intents, values.intent ?? ""),
  );
  const actor = isKept ? await senderOf(context, values) : await signedInOrLogin(context, request);
  if (actor === null) {
    await discardFiles(
      services.database,
      files.map(({ file }) => file.id),
    );
    return unprocessedForm(values, sentFiles > 0 ? { files: lostFiles } : {});
  }
  const sent = { ...form, services, actor, orderId, keepTyped: () => keepTyped(context) };
  return runIntent(customerIntents, sent, values);
}

export default function OrderDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { room, kept, orderId } = loaderData;
  const Unsent = unsentForms[actionData?.values.intent ?? ""] ?? UnsentMessage;
  if (room !== null) return <ShownOrder room={room} form={actionData} />;
  return (
    <CustomerPage title="Your order" isVisitor={kept === "signed out"}>
      {actionData && kept && <Unsent orderId={orderId} form={actionData} why={kept} />}
    </CustomerPage>
  );
}

/** The form that a sender without access sees again, by intent. */
const unsentForms: Readonly<Record<string, typeof UnsentMoneyBack>> = {
  "ask-for-refund": UnsentMoneyBack,
  "give-testimonial": UnsentTestimonial,
};

function ShownOrder({ room, form }: CustomerPartProps) {
  useSheet(orderingSheet);
  const { order, messages, state } = room;
  const isQuiet = messages === undefined || order.paymentStatus !== "Paid";
  return (
    <CustomerPage title={orderTitle(order)} lead={<OrderNumber room={room} />}>
      <StageBar room={room} />
      <div className={isQuiet ? "room room--quiet" : "room"}>
        <div className="room__main">
          <OrderWords room={room} form={form} />
          <RoomResults room={room} form={form} />
        </div>
        <SideParts room={room} form={form} />
        <div className="room__receipt">
          <CustomerReceipt room={room} form={form} />
          {room.payment.receipt !== null && <PrintButton />}
          <CustomerInvoices room={room} form={form} />
          <PaidAgain room={room} />
          <CustomerMoneyBack room={room} form={form} />
        </div>
      </div>
      {messages && !messages.isOlderPage && <LiveUpdates orderId={order.id} state={state} />}
    </CustomerPage>
  );
}

/** The other states of an order have this link beside what they say. */
function PaidAgain({ room: { order, payment } }: { room: CustomerRoom }) {
  if (order.paymentStatus !== "Paid" || payment.planId === undefined) return null;
  // The months of a plan that goes on come by themselves.
  if (isRepeated(order.charged)) return null;
  return (
    <p className="order-step__note">
      <a href={orderAgainPath(payment.planId, order.id)}>Order again</a>
    </p>
  );
}

/** What was ordered and the website, such as "Standard for example.com". */
function orderTitle(order: OrderView): string {
  const website = order.customerWebsite.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
  return website === "" ? orderedThing(order) : `${order.packageName} for ${website}`;
}

function OrderNumber({ room: { order, payment } }: { room: CustomerRoom }) {
  const isPaid = order.paymentStatus === "Paid" && payment.questions.afterCancelling === "";
  return (
    <p className="room-number" data-live-part="number">
      <span>
        Order {order.number}, <time dateTime={order.isoDate}>{order.day}</time>
      </span>
      {isPaid && <StatusMark tone="good">{payment.paidWords}</StatusMark>}
    </p>
  );
}
