import { fields, intent } from "#app/intents.server.ts";
import { acknowledgeBrief, skipBrief, startWork } from "#work/brief/handle-order-brief.ts";
import { orderBrief } from "#work/brief/read-order-brief.ts";
import type { TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";
import { briefStanding, briefView } from "./brief-view.server.ts";

/** Null for an order without a brief. */
export const teamBrief = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const brief = await orderBrief(services, actor, order.id);
    return brief && briefView(order.id, brief, reader);
  },
  intents: {
    "acknowledge-brief": intent(
      fields("version"),
      async ({ services, actor, orderId }: TeamForm, form) => {
        await acknowledgeBrief(services, actor, orderId, form);
        return { said: "Changes are Acknowledged" };
      },
    ),
    "skip-brief": intent(fields(), async ({ services, actor, orderId }: TeamForm) => {
      await skipBrief(services, actor, orderId);
      return { said: "Brief is Skipped" };
    }),
    "start-work": intent(fields(), async ({ services, actor, orderId }: TeamForm) => {
      await startWork(services, actor, orderId);
      return { said: "Work is Started" };
    }),
  },
};

/** Null for an order without a brief. */
export const customerBrief = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const brief = await orderBrief(services, actor, order.id);
    return brief && { ...briefView(order.id, brief, reader), standing: briefStanding(brief) };
  },
};
