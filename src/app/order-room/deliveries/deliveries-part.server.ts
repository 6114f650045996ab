import { redirect } from "react-router";
import { z } from "zod";
import { fields, intent } from "#app/intents.server.ts";
import { isOwn } from "#orders/find-order.ts";
import { newId } from "#platform/ids.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { acceptDelivery, askForChanges } from "#work/deliveries/delivery-answers.ts";
import { type OrderDeliveries, orderDeliveries } from "#work/deliveries/delivery-list.ts";
import { lastDayOfAcceptance } from "#work/deliveries/delivery-record.server.ts";
import { reopenOrder } from "#work/deliveries/reopen-order.ts";
import {
  inRoom,
  roomPath,
  saidOfEmail,
  type TeamForm,
  undoable,
  withFiles,
} from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";
import { deliverByForm } from "./deliver-by-form.server.ts";
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
      lastDay: waiting ? longDateOf(lastDayOfAcceptance(waiting.reviewUntil), reader) : "",
      /** Newest first. */
      deliveries: deliveries
        .map((delivery) => deliveryView(delivery, { orderId: order.id, promised, reader }))
        .toReversed(),
      /** Idempotency key of the form. */
      formKey: newId(),
    };
  },
  intents: {
    deliver: intent(
      fields("number", "text", "key").catchall(z.string()),
      async (sent: TeamForm, form) => {
        const { services, actor, orderId } = sent;
        const { order, number, changeId } = await withFiles(sent, () =>
          deliverByForm(services, actor, orderId, form, sent.files),
        );
        const said = `Delivery ${number} is sent.${await saidOfEmail(services, order)}`;
        return undoable(actor, {
          title: "Order is Delivered",
          said,
          undo: [changeId],
          topic: `status ${orderId}`,
        });
      },
    ),
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
  intents: {
    "accept-delivery": inRoom(fields("delivery"), async (sent, { delivery }) => {
      await acceptDelivery(sent.services, sent.actor, sent.orderId, Number(delivery));
      return redirect(roomPath(sent));
    }),
    "ask-for-changes": inRoom(
      fields("delivery", "text", "key").catchall(z.string()),
      async (sent, { delivery, text, key, ...boxes }) => {
        const points = Object.keys(boxes).flatMap((name) => /^point-(\d+)$/.exec(name)?.[1] ?? []);
        const asked = { text, points: points.map(Number), key };
        await askForChanges(sent.services, sent.actor, sent.orderId, Number(delivery), asked);
        return redirect(roomPath(sent));
      },
    ),
    "reopen-order": inRoom(
      fields("delivery", "text", "key"),
      async (sent, { delivery, ...form }) => {
        await reopenOrder(sent.services, sent.actor, sent.orderId, Number(delivery), form);
        return redirect(roomPath(sent));
      },
    ),
  },
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
