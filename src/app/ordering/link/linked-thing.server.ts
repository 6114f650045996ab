import { accountsWithoutPassword } from "#access/accounts/accounts.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import {
  type BriefView,
  briefView,
  type QuestionView,
} from "#app/order-room/brief/brief-view.server.ts";
import { deliveriesView } from "#app/order-room/deliveries/delivery-view.server.ts";
import { filePath, filesView } from "#app/order-room/files/files-part.server.ts";
import { documentView } from "#app/order-room/invoices/document-view.server.ts";
import { conversationView } from "#app/order-room/messages/messages-part.server.ts";
import { nextMonthView } from "#app/order-room/next-month/next-month-view.server.ts";
import { linedOrderView, orderView } from "#app/order-room/order-view.server.ts";
import type { Services } from "#compose.ts";
import { linkedFilePath } from "#invoices/document-path.ts";
import { documentsOfOrder } from "#invoices/order-documents.ts";
import { openWayOf } from "#money/paying/open-ways.server.ts";
import { paymentProgress } from "#money/paying/payment-progress.ts";
import { payUntilOf } from "#offers/offer-store.server.ts";
import { findOrder } from "#orders/find-order.ts";
import { orderOfLink } from "#orders/links/link-order.ts";
import type { Order } from "#orders/order.ts";
import { type DateReader, longDateOf, startOfDay } from "#platform/time/dates.ts";
import type { LinkActor } from "#policy/actor.ts";
import { type LinkCustomer, linkEnded } from "#policy/links.ts";
import { subscriptionIdOf } from "#subscriptions/cycles/cycle-store.server.ts";
import { readListedSubscription } from "#subscriptions/list-subscriptions.ts";
import { orderBrief } from "#work/brief/read-order-brief.ts";
import { orderDeliveries } from "#work/deliveries/delivery-list.ts";
import { lookAgain } from "../look-again.ts";
import { chargesOfOrder, providerNameOf, waysToPay } from "../paying/payment-facts.server.ts";
import { transferView } from "../paying/transfer-view.server.ts";
import { linkedPlan } from "../plans/plan-view.server.ts";

export type LinkedThingRow = Awaited<ReturnType<typeof linkedThing>>;

/** Data of the one thing that a link opens. Throws the errors of `customerOfLink`. */
export async function linkedThing(services: Services, actor: LinkActor, request: Request) {
  const reader = await dateReader(services, request);
  const shown = await partsOf(services, actor, { reader, request });
  const { purpose, email, isProven } = actor;
  const url = new URL(request.url);
  const watch = lookAgain(url, services.clock());
  const without = await accountsWithoutPassword(services.database.read, [actor.accountId]);
  return {
    purpose,
    email,
    isProven,
    watch,
    isCodeSent: url.searchParams.has("sent"),
    hasPassword: without.size === 0,
    ...shown,
  };
}

interface Viewing {
  readonly reader: DateReader;
  readonly request: Request;
}

const nothing = {
  messages: null,
  deliveries: null,
  underReview: null,
  brief: null,
  payment: null,
  nextMonth: null,
  subscription: null,
  invoices: null,
};

async function partsOf(services: Services, actor: LinkActor, { reader, request }: Viewing) {
  switch (actor.purpose) {
    case "room": {
      const { order, customer } = await orderOfLink(services, actor, "read the room");
      const words = { reader, side: "customer" } as const;
      const [conversation, delivered] = await Promise.all([
        conversationView(services, customer, order.id, { ...words, request, marksRead: false }),
        deliveriesOf(services, customer, order.id, reader),
      ]);
      const { messages } = conversation;
      const files = await filesView(services, customer, order, {
        ...words,
        messages,
        listsAll: true,
      });
      const named = files.listed.map((file) => ({ ...file, href: byLink(file.href, order.id) }));
      return {
        ...nothing,
        order: orderView(order, reader, { seesPrice: false }),
        messages: {
          list: messages.map(({ id, number, side, text, from, person, isoDate, fullDate }) => ({
            id,
            number,
            side,
            text,
            from,
            person,
            isoDate,
            fullDate,
            files: named.filter(({ messageId }) => messageId === id).toReversed(),
          })),
          hasOlder: conversation.olderBefore !== null,
          otherFiles: named.filter(({ messageId }) => messageId === null),
        },
        deliveries: delivered.row,
      };
    }
    case "delivery": {
      const { order, customer } = await orderOfLink(services, actor, "read the delivery");
      const { row, underReview } = await deliveriesOf(services, customer, order.id, reader);
      return {
        ...nothing,
        order: orderView(order, reader, { seesPrice: false }),
        deliveries: row,
        underReview,
      };
    }
    case "brief": {
      const { order, customer } = await orderOfLink(services, actor, "answer the brief");
      const brief = await orderBrief(services, customer, order.id);
      return {
        ...nothing,
        order: orderView(order, reader, { seesPrice: false }),
        brief: brief && {
          row: withoutFileLinks(briefView(order.id, brief, reader)),
          accountId: customer.accountId,
        },
      };
    }
    case "payment": {
      const { order, customer } = await orderOfLink(services, actor, "see the payment");
      return {
        ...nothing,
        order: await linedOrderView(services, order, reader),
        payment: {
          progress: await paymentProgress(services, customer, order.id),
          ...(await paymentOf(services, order, reader)),
        },
      };
    }
    case "nextMonth": {
      const { order, customer } = await orderOfLink(services, actor, "see the next month");
      const { next, ...view } = await nextMonthView(services, customer, order);
      const ordered = next && (await findOrder(services, customer, next.id));
      return {
        ...nothing,
        order: await linedOrderView(services, order, reader),
        nextMonth: {
          ...view,
          ordered: ordered && {
            order: await linedOrderView(services, ordered, reader),
            progress: await paymentProgress(services, customer, ordered.id),
          },
          ...(await paymentOf(services, ordered ?? order, reader)),
        },
      };
    }
    case "subscription": {
      const { order, customer } = await orderOfLink(services, actor, "see the subscription");
      return {
        ...nothing,
        order: await linedOrderView(services, order, reader),
        subscription: await linkedSubscription(services, customer, order.id, reader),
      };
    }
    case "invoice": {
      const { order } = await orderOfLink(services, actor, "see the invoices");
      const documents = await documentsOfOrder(services, actor, order.id);
      return {
        ...nothing,
        order: await linedOrderView(services, order, reader),
        invoices: documents
          .toReversed()
          .map((document) => documentView(document, reader, linkedFilePath)),
      };
    }
    // The page of the link itself cancels the order, and gives the browser no cookie.
    case "decline":
      throw linkEnded();
  }
}

async function linkedSubscription(
  services: Services,
  customer: LinkCustomer,
  orderId: string,
  reader: DateReader,
) {
  const id = (await subscriptionIdOf(services.database.read, orderId)) ?? "";
  const held = await readListedSubscription(services, customer, id);
  return linkedPlan(services, held, reader);
}

/**
 * The deliveries without the forms of the order page, and the number of the delivery that can be
 * accepted.
 */
async function deliveriesOf(
  services: Services,
  customer: LinkCustomer,
  orderId: string,
  reader: DateReader,
) {
  const found = await orderDeliveries(services, customer, orderId);
  const row = deliveriesView(found, { orderId, isOwn: false, now: services.clock(), reader });
  const deliveries = row.deliveries.map((delivery) => ({
    ...delivery,
    points: delivery.points.map((point) => ({
      ...point,
      file: point.file && byLink(point.file, orderId),
    })),
  }));
  return { row: { ...row, deliveries }, underReview: found.underReview };
}

/**
 * The page shows only the names of the files in answers, because the files belong to the order
 * room, which the link does not open.
 */
function withoutFileLinks({ steps, ...row }: BriefView): BriefView {
  const unlinked = (question: QuestionView) => ({
    ...question,
    files: question.files.map(({ name }) => ({ name, href: null })),
  });
  const shown = steps.map((step) => ({ ...step, questions: step.questions.map(unlinked) }));
  return { ...row, steps: shown };
}

/** Address of a file for the holder of a link. */
function byLink(href: string, orderId: string): string {
  return href.replace(filePath(orderId, ""), "/order-link/files/");
}

/** The day until which the order of an accepted offer is to be paid; "" for any other order. */
export async function payUntilInWords(
  { database }: Pick<Services, "database">,
  { id, paymentStatus }: Order,
  reader: DateReader,
): Promise<string> {
  const day = paymentStatus === "UnPaid" ? await payUntilOf(database.read, id) : null;
  return day === null ? "" : longDateOf(startOfDay(day, reader.timeZone), reader);
}

/** How an order can be paid, and what its customer has begun. */
async function paymentOf(services: Services, order: Order, reader: DateReader) {
  const { database, payments, clock } = services;
  const ways = await waysToPay(services, order.priceCents);
  return {
    ...ways,
    charges: await chargesOfOrder(services, ways, order, reader),
    /** Only PayPal's older protocol hands off by a form. */
    handOffName: providerNameOf(ways, "paypal"),
    openWay: await openWayOf(database.read, payments, order, clock()),
    transfer: await transferView(services, order, reader),
    payUntil: await payUntilInWords(services, order, reader),
  };
}
