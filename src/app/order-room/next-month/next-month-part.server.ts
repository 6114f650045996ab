import { seesPrice } from "#orders/find-order.ts";
import { subscriptionIdOf } from "#subscriptions/cycles/cycle-store.server.ts";
import type { RoomReading } from "../room-part.ts";
import { nextMonthView } from "./next-month-view.server.ts";

/** For both sides; the panel shows the links only, because the offer is for the customer. */
export const nextMonth = {
  read: async ({ services, actor, order }: RoomReading) => ({
    ...(await nextMonthView(services, actor, order)),
    /** The plan that this order is a period of; undefined for a single order. */
    subscriptionId: seesPrice(actor, order)
      ? await subscriptionIdOf(services.database.read, order.id)
      : undefined,
  }),
};
