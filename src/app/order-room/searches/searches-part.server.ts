import { readRoomSearches } from "#reports/searches/tracked-searches.ts";
import type { RoomReading } from "../room-part.ts";

/** The tracked searches of the order up to the last month that was measured. */
export const customerSearches = {
  read: ({ services, actor, order }: RoomReading) => readRoomSearches(services, actor, order.id),
};
