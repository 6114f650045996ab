import { briefStanding, briefView } from "#app/order-room/brief/brief-view.server.ts";
import { deliveriesView } from "#app/order-room/deliveries/delivery-view.server.ts";
import { filesView, listsAllFiles } from "#app/order-room/files/file-views.server.ts";
import { conversationView } from "#app/order-room/messages/messages-part.server.ts";
import { passwordsView } from "#app/order-room/passwords/passwords-part.server.ts";
import { websiteView } from "#app/order-room/website/website-part.server.ts";
import type { Services } from "#compose.ts";
import { isOwn } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { listReports } from "#orders/reports/read-reports.ts";
import { monthName, reportPath } from "#orders/reports/report.ts";
import { orderBrief } from "#orders/room/brief/read-order-brief.ts";
import { clockSentence } from "#orders/room/clock/clock-sentence.ts";
import { readOrderClock } from "#orders/room/clock/read-order-clock.ts";
import { orderDeliveries } from "#orders/room/deliveries/delivery-list.ts";
import { newId } from "#platform/ids.ts";
import type { DateReader } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";

/**
 * Data of the order room for the customer's page; null for an actor who may see only the company's
 * payments.
 */
export async function roomOfOrder(
  services: Services,
  actor: SignedInActor,
  order: Order,
  { reader, request }: { readonly reader: DateReader; readonly request: Request },
) {
  if (isOwn(actor, order, "payments") && !isOwn(actor, order, "orders")) return null;
  const calendar = await readWorkCalendar(services.configuration, services.database.read);
  const [deliveries, conversation, passwords, brief, clock, website, reports] = await Promise.all([
    orderDeliveries(services, actor, order.id),
    conversationView(services, actor, order.id, { reader, request, side: "customer" }),
    passwordsView(services, actor, order.id, { reader, side: "customer" }),
    orderBrief(services, actor, order.id),
    readOrderClock({ ...services, calendar }, actor, order.id),
    websiteView(services, actor, order, reader),
    listReports(services, actor, order.id),
  ]);
  const files = await filesView(services, actor, order, {
    reader,
    side: "customer",
    messages: conversation.messages,
    listsAll: listsAllFiles(request),
  });
  return {
    deliveries: deliveriesView(deliveries, {
      orderId: order.id,
      isOwn: isOwn(actor, order, "orders"),
      now: services.clock(),
      reader,
    }),
    deliveryKey: newId(),
    brief: brief && briefView(order.id, brief, reader),
    briefStanding: brief === null ? "" : briefStanding(brief),
    clock: clock === null ? "" : clockSentence(clock, "customer", reader),
    conversation,
    passwords,
    files,
    website,
    months: reports
      .filter(({ state }) => state === "sent")
      .map(({ month }) => ({ name: monthName(month), path: reportPath(order.id, month) })),
  };
}
