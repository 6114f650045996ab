import { fields, intent } from "#app/intents.server.ts";
import { seesPrice } from "#orders/find-order.ts";
import { dayOf } from "#platform/time/dates.ts";
import { setOrderStatus } from "#work/deliveries/set-order-status.ts";
import { linedOrderView, moneyWordsOf } from "./order-view.server.ts";
import { saidOfEmail, type TeamForm, undoable } from "./room-form.server.ts";
import type { RoomReading } from "./room-part.ts";

/** The order itself, for the assignee. */
export const assigneeOrder = {
  read: async ({ services, order, reader }: RoomReading) => {
    const { id, number, customerName, packageName, customerWebsite } = order;
    const isPaid = order.paymentStatus === "Paid";
    return {
      id,
      number,
      customerName,
      packageName,
      customerWebsite,
      isPaid,
      isDeliverable: isPaid && order.orderStatus === "Pending",
      /** True for a Paid order that is not a demonstration order. */
      isCheckable: isPaid && !order.isDemonstration,
      /** Who gets the emails about the order; "" after the account was deleted. */
      recipient: "The customer",
      /** The present month, such as "2026-11". */
      month: dayOf(services.clock(), reader.timeZone).slice(0, 7),
    };
  },
};

export const teamOrder = {
  read: async (reading: RoomReading) => ({
    ...(await assigneeOrder.read(reading)),
    ...(await linedOrderView(reading.services, reading.order, reading.reader)),
    ...(await moneyWordsOf(reading.services, [reading.order]))(reading.order),
    recipient: reading.order.customerEmail,
  }),
  intents: {
    "set-status": intent(
      fields("orderStatus"),
      async ({ services, actor, orderId }: TeamForm, form) => {
        const title = "OrderStatus is Updated";
        const { order, changeId } = await setOrderStatus(services, actor, orderId, form);
        if (changeId === null) return { said: title };
        const { number, orderStatus } = order;
        const email = orderStatus === "Delivered" ? await saidOfEmail(services, order) : "";
        const said = `Order ${number} is ${orderStatus}.${email}`;
        return undoable(actor, { title, said, undo: [changeId], topic: `status ${orderId}` });
      },
    ),
  },
};

/** The price is left out for a reader who may not see it. */
export const customerOrder = {
  read: async ({ services, actor, order, reader }: RoomReading) =>
    linedOrderView(services, order, reader, seesPrice(actor, order)),
};
