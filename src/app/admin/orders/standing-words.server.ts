import type { Services } from "#compose.ts";
import type { Order } from "#orders/order.ts";
import { type DateReader, longDateOf } from "#platform/time/dates.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import type { OrderStage } from "#stages/order-stage.ts";
import { type OrderStanding, orderStandings } from "#work/clock/order-standings.server.ts";

export interface StandingWords {
  readonly stage: OrderStage;
  /** "due Dec 4, 2026", or for whom the order waits; "" if there is nothing to say. */
  readonly standing: string;
  readonly isOverdue: boolean;
}

/** Returns a function that describes the standing of one of the orders. Checks no rights. */
export async function standingWords(
  { database, clock, configuration }: Pick<Services, "database" | "clock" | "configuration">,
  orders: readonly Order[],
  reader: DateReader,
): Promise<(orderId: string) => StandingWords> {
  const calendar = await readWorkCalendar(configuration, database.read);
  const options = { calendar, now: clock() };
  const standings = await orderStandings(database.read, orders, options);
  return (orderId) => {
    const standing = standings.get(orderId);
    const isOverdue = standing?.clock?.isOverdue ?? false;
    const words = standing === undefined ? "" : describe(standing, reader);
    return { stage: standing?.stage ?? "unpaid", standing: words, isOverdue };
  };
}

function describe({ clock, stage, dueAt }: OrderStanding, reader: DateReader): string {
  if (clock === null) return "";
  if (stage === "awaiting-brief") return "waits for the customer’s brief";
  if (stage === "waiting-for-customer") return "waits for the customer’s answer";
  if (stage === "in-review") return "waits for the customer’s review";
  if (dueAt === null) return "";
  // `dueAt` is the first moment after the due day.
  const day = longDateOf(dueAt - 1, reader);
  return clock.isOverdue ? `overdue since ${day}` : `due ${day}`;
}
