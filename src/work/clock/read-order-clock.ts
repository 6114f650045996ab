import { findRoomOrder } from "#orders/find-order.ts";
import type { Database } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import type { OrderClock, WorkCalendar } from "./order-clock.ts";
import { orderStandings } from "./order-standings.server.ts";

interface ReadClockDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly calendar: WorkCalendar;
}

/**
 * The clock of an order, for its customer and for the team; null if nothing is left to do. Throws
 * "unauthenticated" and, for other customers, "not-found".
 */
export async function readOrderClock(
  { database, clock, calendar }: ReadClockDependencies,
  actor: Actor,
  orderId: string,
): Promise<OrderClock | null> {
  const order = await findRoomOrder(database.read, actor, orderId);
  const standings = await orderStandings(database.read, [order], { calendar, now: clock() });
  return standings.get(order.id)?.clock ?? null;
}
