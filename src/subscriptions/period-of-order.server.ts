import type { Queries } from "../platform/database/database.ts";
import type { DateReader } from "../platform/time/dates.ts";
import { subscriptionIdOf } from "./cycles/cycle-store.server.ts";
import { nextPaymentInWords, periodInWords } from "./model/subscription-words.ts";
import { holdSubscription } from "./subscription-store.server.ts";

interface PeriodOfOrder {
  /** Such as "Nov 29 – Dec 28, 2026". */
  readonly period: string;
  readonly nextPayment: string;
}

/** What a receipt says of the subscription; null for a single order. Checks no rights. */
export async function periodOfOrder(
  queries: Queries,
  orderId: string,
  { reader, now }: { reader: DateReader; now: number },
): Promise<PeriodOfOrder | null> {
  const id = await subscriptionIdOf(queries, orderId);
  if (id === undefined) return null;
  const held = await holdSubscription(queries, id, { now, timeZone: reader.timeZone });
  const cycle = held?.cycles.find((each) => each.orderId === orderId);
  if (held === undefined || cycle === undefined) return null;
  return { period: periodInWords(cycle, reader), nextPayment: nextPaymentInWords(held, reader) };
}
