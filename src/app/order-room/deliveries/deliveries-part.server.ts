import { isOwn } from "#orders/find-order.ts";
import { newId } from "#platform/ids.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { type OrderDeliveries, orderDeliveries } from "#work/deliveries/delivery-list.ts";
import { lastDayOfReview } from "#work/deliveries/delivery-record.server.ts";
import type { RoomReading } from "../room-part.ts";
import { deliveriesView, deliveryView } from "./delivery-view.server.ts";
import { shared, sharedKind } from "./shared-proof.ts";

export type DeliveriesInPanel = Awaited<ReturnType<typeof teamDeliveries.read>>;

export const teamDeliveries = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const found = await orderDeliveries(services, actor, order.id);
    const { stage, underReview, nextNumber, promised, deliveries } = found;
    const waiting = deliveries.find(({ number }) => number === underReview);
    return {
      stage,
      underReview,
      nextNumber,
      promised,
      startValues: startValues(found),
      /** Last day for an answer to the delivery under review; "" without one. */
      lastDay: waiting ? longDateOf(lastDayOfReview(waiting.reviewUntil), reader) : "",
      /** Newest first. */
      deliveries: deliveries
        .map((delivery) => deliveryView(delivery, { orderId: order.id, promised, reader }))
        .toReversed(),
      /** Idempotency key of the form. */
      formKey: newId(),
    };
  },
};

export const customerDeliveries = {
  read: async ({ services, actor, order, reader }: RoomReading) => ({
    ...deliveriesView(await orderDeliveries(services, actor, order.id), {
      orderId: order.id,
      isOwn: isOwn(actor, order, "orders"),
      now: services.clock(),
      reader,
    }),
    /** Idempotency key of the forms. */
    formKey: newId(),
  }),
};

/**
 * The form starts with the proofs of the last delivery, because most of these proofs are still
 * true. In the first delivery, one proof is for all points. `kept-1` and `name-1` are the id and the name of the file that proved the first point.
 */
function startValues({ promised, deliveries }: OrderDeliveries): Record<string, string> {
  const earlier = deliveries.findLast(({ points }) => points.length > 0)?.points ?? [];
  const values: Record<string, string> = { text: "", [`kind-${shared}`]: "link" };
  const start = promised.length > 1 && earlier.length === 0 ? sharedKind : "link";
  for (const { position } of promised) {
    const last = earlier.find((point) => point.position === position);
    values[`kind-${position}`] = last?.kind ?? start;
    const isFile = last?.kind === "file";
    values[`value-${position}`] = isFile ? "" : (last?.check?.id ?? last?.value ?? "");
    values[`kept-${position}`] = last?.fileId ?? "";
    values[`name-${position}`] = last?.fileId ? last.value : "";
    values[`unit-${position}`] = last?.unit ?? "";
  }
  return values;
}
