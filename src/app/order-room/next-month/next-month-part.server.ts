import type { RoomReading } from "../room-part.ts";
import { nextMonthView } from "./next-month-view.server.ts";

/** For both sides; the panel shows the links only, because the offer is for the customer. */
export const nextMonth = {
  read: ({ services, actor, order }: RoomReading) => nextMonthView(services, actor, order),
};
