import { ledgerEventsOf } from "#money/ledger/order-ledger.server.ts";
import type { Order } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";
import { phaseOf } from "#stages/brief-phase.ts";
import { type AcceptanceEventKind, stageOf } from "#stages/delivery-stage.ts";
import { type OrderStage, openQuestions, waitsFor, withQuestions } from "#stages/order-stage.ts";
import { suspensionsByOrder } from "#subscriptions/cycles/cycle-store.server.ts";
import { type OrderClock, orderClock, type WorkCalendar } from "./order-clock.ts";
import { stageChanges } from "./stage-changes.ts";

/** Stage of an order, and the side that has to act next. */
export interface OrderStanding {
  readonly stage: OrderStage;
  readonly waitsFor: "customer" | "team" | null;
  /** Null if nothing is left to do. */
  readonly clock: OrderClock | null;
  /** End of the due day; null without a due day. */
  readonly dueAt: number | null;
  readonly hasBrief: boolean;
  /** Questions of the team to the customer that have no end yet. */
  readonly teamQuestions: number;
  /** Null before the first delivery. */
  readonly lastDeliveryEvent: AcceptanceEventKind | null;
}

interface StandingOptions {
  readonly calendar: WorkCalendar;
  readonly now: number;
}

/** Standings by order id. Checks no rights. Runs at most six queries for any number of orders. */
export async function orderStandings(
  queries: Queries,
  orders: readonly Order[],
  { calendar, now }: StandingOptions,
): Promise<ReadonlyMap<string, OrderStanding>> {
  const paid = orders.filter(({ paymentStatus }) => paymentStatus === "Paid").map(({ id }) => id);
  const [reviewsOf, questionsOf, briefsOf, ledgerOf, suspendedOf] = await Promise.all([
    acceptanceEventsOf(queries, paid),
    questionEventsOf(queries, paid),
    briefEventsOf(queries, paid),
    ledgerEventsOf(queries, paid),
    suspensionsByOrder(queries, paid),
  ]);
  return new Map(
    orders.map((order) => {
      const reviews = reviewsOf.get(order.id) ?? [];
      const questions = questionsOf.get(order.id) ?? [];
      const briefs = briefsOf.get(order.id) ?? [];
      const stage = withQuestions(stageOf(order, reviews, phaseOf(briefs)), questions);
      const { workingDays } = order;
      const ledger = ledgerOf.get(order.id) ?? [];
      const changes = stageChanges({ order, reviews, questions, briefs, ledger });
      const clock = orderClock(changes, {
        workingDays,
        calendar,
        now,
        suspensions: suspendedOf.get(order.id) ?? [],
      });
      const dueDay = clock?.dueDay ?? null;
      const dueAt = dueDay === null ? null : startOfDay(addDays(dueDay, 1), calendar.timeZone);
      const standing: OrderStanding = {
        stage,
        waitsFor: waitsFor[stage],
        clock,
        dueAt,
        hasBrief: briefs.length > 0,
        teamQuestions: openQuestions(questions).length,
        lastDeliveryEvent: reviews.at(-1)?.kind ?? null,
      };
      return [order.id, standing];
    }),
  );
}

async function acceptanceEventsOf(queries: Queries, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, never>();
  const rows = await queries
    .selectFrom("order_review_events")
    .select(["order_id", "kind", "number", "at"])
    .where("order_id", "in", orderIds)
    .orderBy("order_id")
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

async function questionEventsOf(queries: Queries, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, never>();
  const rows = await queries
    .selectFrom("order_question_events")
    .select(["order_id", "kind", "number", "at"])
    .where("order_id", "in", orderIds)
    .orderBy("order_id")
    .orderBy("number")
    .execute();
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

async function briefEventsOf(queries: Queries, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, never>();
  const rows = await queries
    .selectFrom("order_brief_events")
    .select(["order_id", "kind", "at"])
    .where("order_id", "in", orderIds)
    .execute();
  return Map.groupBy(rows, ({ order_id }) => order_id);
}
