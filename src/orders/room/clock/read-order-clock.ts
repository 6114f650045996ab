import type { Database } from "../../../platform/database/database.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import type { Actor } from "../../../policy/actor.ts";
import { findOrder } from "../../find-order.ts";
import { reviewEventsOf } from "../deliveries/delivery-record.server.ts";
import { questionEventsOf } from "../stage/customer-questions.server.ts";
import { mondayToFriday, type OrderClock, orderClock } from "./order-clock.ts";
import { stageChanges } from "./stage-changes.ts";

interface ReadClockDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly timeZone: string;
}

/**
 * The clock of an order, for its customer and for admins; null if nothing is left to do. Throws
 * "unauthenticated" and, for other customers, "not-found".
 */
export async function readOrderClock(
  { database, clock, timeZone }: ReadClockDependencies,
  actor: Actor,
  orderId: string,
): Promise<OrderClock | null> {
  const order = await findOrder({ database }, actor, orderId);
  const reviews = await reviewEventsOf(database.read, order.id);
  const questions = await questionEventsOf(database.read, order.id);
  return orderClock(stageChanges({ order, reviews, questions }), {
    workingDays: order.workingDays,
    calendar: { timeZone, weekdays: mondayToFriday },
    now: clock(),
  });
}
