import { seesPrice } from "#orders/find-order.ts";
import { periodOfOrder } from "#subscriptions/period-of-order.server.ts";
import type { RoomReading } from "../room-part.ts";
import { nextMonthView } from "./next-month-view.server.ts";

/** For both sides; the panel shows the links only, because the offer is for the customer. */
export const nextMonth = {
  read: async ({ services, actor, order, reader }: RoomReading) => ({
    ...(await nextMonthView(services, actor, order)),
    /** The plan that this order is a period of; null for a single order. */
    cycle: seesPrice(actor, order)
      ? await periodOfOrder(services.database.read, order.id, { reader, now: services.clock() })
      : null,
  }),
};
