import { orderBrief } from "#work/brief/read-order-brief.ts";
import type { RoomReading } from "../room-part.ts";
import { briefStanding, briefView } from "./brief-view.server.ts";

/** Null for an order without a brief. */
export const teamBrief = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const brief = await orderBrief(services, actor, order.id);
    return brief && briefView(order.id, brief, reader);
  },
};

/** Null for an order without a brief. */
export const customerBrief = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const brief = await orderBrief(services, actor, order.id);
    return brief && { ...briefView(order.id, brief, reader), standing: briefStanding(brief) };
  },
};
