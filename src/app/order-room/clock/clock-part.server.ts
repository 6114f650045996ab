import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { clockSentence } from "#work/clock/clock-sentence.ts";
import { readOrderClock } from "#work/clock/read-order-clock.ts";
import type { RoomReading } from "../room-part.ts";

async function clockOf({ services, actor, order }: RoomReading) {
  const calendar = await readWorkCalendar(services.configuration, services.database.read);
  return readOrderClock({ ...services, calendar }, actor, order.id);
}

/** Null for an order whose clock has not started. */
export const teamClock = {
  read: async (reading: RoomReading) => {
    const clock = await clockOf(reading);
    return (
      clock && {
        text: clockSentence(clock, "team", reading.reader),
        isOverdue: clock.isOverdue,
      }
    );
  },
};

/** Null for an order whose clock has not started, and for one that needs no more work. */
export const customerClock = {
  read: async (reading: RoomReading) => {
    const clock = await clockOf(reading);
    return (
      clock && {
        stage: clock.stage,
        /** "" when no day is counted, paused or due. */
        sentence: clockSentence(clock, "customer", reading.reader),
      }
    );
  },
};
