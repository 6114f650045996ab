import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { readNextSteps } from "#work/next-steps/next-steps.server.ts";
import type { RoomReading } from "../room-part.ts";

/** The next step of the order for the actor. */
export const customerNextStep = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const calendar = await readWorkCalendar(services.configuration, services.database.read);
    const { steps } = await readNextSteps({ ...services, calendar }, actor, [order], reader.locale);
    const step = steps.get(order.id);
    if (step === undefined) throw new Error(`The order ${order.id} has no next step.`);
    return step;
  },
};
