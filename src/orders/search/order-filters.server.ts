import type { Queries } from "../../platform/database/database.ts";
import { addDays } from "../../platform/time/calendar.ts";
import { startOfDay } from "../../platform/time/start-of-day.ts";
import { type Order, orderStatuses, paymentStatuses } from "../order.ts";
import { orderedPlanNames } from "./distinct-values.server.ts";
import { type Facet, facetLane, type Lane, type TimeSpan } from "./order-keys.server.ts";
import { type OrderSearch, type OrderSort, orderSorts } from "./order-search.ts";

/** From the beginning of the first day to the end of the last; null without either. */
export function timeSpanOf({ from, to }: OrderSearch, timeZone: string): TimeSpan | null {
  if (from === null && to === null) return null;
  return {
    from: from === null ? 0 : startOfDay(from, timeZone),
    before: to === null ? Number.MAX_SAFE_INTEGER : startOfDay(addDays(to, 1), timeZone),
  };
}

/** Each combination of plan and states that passes a search's filters. */
export async function facetsOf(queries: Queries, search: OrderSearch): Promise<Facet[]> {
  const plans = search.plan === null ? await orderedPlanNames(queries) : [search.plan];
  const payments = search.payment === null ? paymentStatuses : [search.payment];
  const statuses = search.status === null ? orderStatuses : [search.status];
  return plans.flatMap((plan) =>
    payments.flatMap((payment) => statuses.map((status) => ({ plan, payment, status }))),
  );
}

export function facetLanes(
  facets: readonly Facet[],
  sort: OrderSort,
  span: TimeSpan | null,
): Lane[] {
  return facets.map((facet) => facetLane(facet, orderSorts[sort].by, span));
}

/** The same of a single order, where an index of something else found it. */
export function passesFilters(
  order: Order,
  { payment, status, plan }: OrderSearch,
  span: TimeSpan | null,
): boolean {
  return (
    (payment === null || payment === order.paymentStatus) &&
    (status === null || status === order.orderStatus) &&
    (plan === null || plan === order.packageName) &&
    (span === null || (order.placedAt >= span.from && order.placedAt < span.before))
  );
}
