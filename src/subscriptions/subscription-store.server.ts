import type { Selectable } from "kysely";
import type { Reduction } from "../platform/cycle-prices.ts";
import { engineOf, type Queries, type WriteTransaction } from "../platform/database/database.ts";
import { canBeId, newId } from "../platform/ids.ts";
import { dayOf } from "../platform/time/dates.ts";
import type {
  Cycle,
  SubscribedPlan,
  Subscription,
  SubscriptionEvent,
  SubscriptionEventKind,
} from "./model/subscription.ts";
import { type SubscriptionStanding, subscriptionStanding } from "./model/subscription-state.ts";
import type { SubscriptionEventsTable, SubscriptionsTable } from "./subscription-tables.server.ts";

export interface Present {
  readonly now: number;
  readonly timeZone: string;
}

/** A subscription with all that its state is derived from. */
export interface HeldSubscription {
  readonly subscription: Subscription;
  /** Oldest first. */
  readonly cycles: readonly Cycle[];
  readonly events: readonly SubscriptionEvent[];
  /** What the first order takes off the first cycles, if that is more than one cycle. */
  readonly reductions: readonly Reduction[];
  readonly standing: SubscriptionStanding;
}

/** Checks no rights. Undefined for an unknown or invalid id. */
export async function holdSubscription(
  queries: Queries,
  id: string,
  present: Present,
): Promise<HeldSubscription | undefined> {
  if (!canBeId(id)) return undefined;
  const [held] = await holdSubscriptions(queries, [id], present);
  return held;
}

/** Locks a subscription, so that what follows from its state happens once. */
export async function lockSubscription(
  tx: WriteTransaction,
  id: string,
  present: Present,
): Promise<HeldSubscription | undefined> {
  if (!canBeId(id)) return undefined;
  await tx
    .selectFrom("subscriptions")
    .select("id")
    .where("id", "=", id)
    // SQLite needs no row lock, because it runs one write at a time.
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .execute();
  return holdSubscription(tx, id, present);
}

/** In the sequence of `ids`, without unknown ids. Checks no rights. */
export async function holdSubscriptions(
  queries: Queries,
  ids: readonly string[],
  { now, timeZone }: Present,
): Promise<readonly HeldSubscription[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom("subscriptions")
    .selectAll()
    .where("id", "in", ids)
    .execute();
  const cyclesOf = await selectCycles(queries, ids, timeZone);
  const eventsOf = await selectEvents(queries, ids);
  const reductionsOf = await selectReductions(queries, [...cyclesOf.values()].flat());
  const today = dayOf(now, timeZone);
  const held = new Map(
    rows.map((row) => {
      const subscription = asSubscription(row);
      const cycles = cyclesOf.get(row.id) ?? [];
      const events = eventsOf.get(row.id) ?? [];
      const facts = { subscription, cycles, events, reductions: reductionsOf.get(row.id) ?? [] };
      return [row.id, { ...facts, standing: subscriptionStanding(facts, { now, today }) }];
    }),
  );
  return ids.flatMap((id) => held.get(id) ?? []);
}

/** The reductions of first orders that count for more cycles, by subscription. */
async function selectReductions(queries: Queries, cycles: readonly Cycle[]) {
  const first = new Map(
    cycles.flatMap(({ number, orderId, subscriptionId }) =>
      number === 1 ? [[orderId, subscriptionId]] : [],
    ),
  );
  if (first.size === 0) return new Map<string | undefined, readonly Reduction[]>();
  const rows = await queries
    .selectFrom("order_lines")
    .select(["order_id as orderId", "quantity", "unit_cents as unitCents", "cycles"])
    .where("order_id", "in", [...first.keys()])
    .where("cycles", "is not", null)
    .execute();
  const grouped = Map.groupBy(rows, ({ orderId }) => first.get(orderId));
  return new Map(
    [...grouped].map(([id, lines]) => [
      id,
      lines.map((line): Reduction => {
        return { cents: -line.quantity * line.unitCents, cycles: line.cycles ?? 1 };
      }),
    ]),
  );
}

/** Oldest first, by subscription. */
async function selectCycles(queries: Queries, ids: readonly string[], timeZone: string) {
  const rows = await queries
    .selectFrom("subscription_cycles as cycle")
    .innerJoin("orders", "orders.id", "cycle.order_id")
    .selectAll("cycle")
    .select(["orders.number as order_number", "orders.payment_status", "orders.paid_at"])
    .where("cycle.subscription_id", "in", ids)
    .orderBy("cycle.subscription_id")
    .orderBy("cycle.period_start")
    .execute();
  const refunded = rows.filter((row) => row.payment_status === "Refunded");
  const takenBack = await takenBackOrders(
    queries,
    refunded.map(({ order_id }) => order_id),
  );
  const cycles = rows.map(
    (row): Cycle => ({
      subscriptionId: row.subscription_id,
      number: row.number,
      start: row.period_start,
      end: row.period_end,
      orderId: row.order_id,
      orderNumber: row.order_number,
      priceCents: row.price_cents,
      madeAt: row.made_at,
      dueAt: row.due_at,
      suspendsAt: row.suspends_at,
      paymentStatus: row.payment_status,
      paidAt: row.paid_at,
      paidDay: row.paid_at === null ? null : dayOf(row.paid_at, timeZone),
      withdrawnAt: row.withdrawn_at,
      isTakenBack: takenBack.has(row.order_id),
    }),
  );
  return Map.groupBy(cycles, ({ subscriptionId }) => subscriptionId);
}

/** Refunded orders of which the provider, and not the owner, took the money back. */
async function takenBackOrders(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await queries
    .selectFrom("payment_ledger")
    .select("order_id")
    .where("order_id", "in", orderIds)
    .where("kind", "in", ["reversal", "reversal-cancelled"])
    .groupBy("order_id")
    .having(({ fn }) => fn.sum("amount_cents"), "<", 0)
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

async function selectEvents(queries: Queries, ids: readonly string[]) {
  const rows = await queries
    .selectFrom("subscription_events")
    .selectAll()
    .where("subscription_id", "in", ids)
    .orderBy("subscription_id")
    .orderBy("at")
    .orderBy("id")
    .execute();
  const grouped = Map.groupBy(rows, ({ subscription_id }) => subscription_id);
  return new Map([...grouped].map(([id, of]) => [id, of.map(asEvent)]));
}

function asEvent(row: Selectable<SubscriptionEventsTable>): SubscriptionEvent {
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    author: row.author,
    day: row.day,
    untilDay: row.until_day,
    priceCents: row.price_cents,
    plan: row.plan === null ? null : (JSON.parse(row.plan) as SubscribedPlan),
    reason: row.reason,
  };
}

export function asSubscription(row: Selectable<SubscriptionsTable>): Subscription {
  return {
    id: row.id,
    number: row.number,
    companyId: row.company_id,
    accountId: row.account_id,
    packageId: row.package_id,
    packageName: row.package_name,
    priceCents: row.price_cents,
    currency: row.currency,
    charged: row.charged,
    minimumCycles: row.minimum_cycles,
    workingDays: row.working_days,
    includedRounds: row.included_rounds,
    refundDays: row.refund_days,
    points: JSON.parse(row.points) as string[],
    anchorDay: row.anchor_day,
    provider: row.provider,
    providerReference: row.provider_reference,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}

export async function insertSubscription(
  tx: WriteTransaction,
  subscription: Omit<Subscription, "provider" | "providerReference" | "startedAt" | "endedAt">,
): Promise<void> {
  await tx
    .insertInto("subscriptions")
    .values({
      id: subscription.id,
      number: subscription.number,
      company_id: subscription.companyId,
      account_id: subscription.accountId,
      currency: subscription.currency,
      anchor_day: subscription.anchorDay,
      created_at: subscription.createdAt,
      ...planColumns(subscription),
    })
    .execute();
}

export function planColumns(plan: SubscribedPlan) {
  return {
    package_id: plan.packageId,
    package_name: plan.packageName,
    price_cents: plan.priceCents,
    charged: plan.charged,
    minimum_cycles: plan.minimumCycles,
    working_days: plan.workingDays,
    included_rounds: plan.includedRounds,
    refund_days: plan.refundDays,
    points: JSON.stringify(plan.points),
  };
}

interface NewEvent extends Partial<Omit<SubscriptionEvent, "id" | "kind" | "at" | "author">> {
  readonly kind: SubscriptionEventKind;
  readonly at: number;
  readonly author: string;
  readonly notificationId?: string;
  /** Only one event of a subscription has this text; a second one is not stored. */
  readonly once?: string;
}

/** Returns false when an event with the same `once` is stored already. */
export async function addSubscriptionEvent(
  tx: WriteTransaction,
  subscriptionId: string,
  { kind, at, author, notificationId, once, day, untilDay, priceCents, plan, reason }: NewEvent,
): Promise<boolean> {
  const added = await tx
    .insertInto("subscription_events")
    .values({
      id: newId(),
      subscription_id: subscriptionId,
      kind,
      at,
      author,
      notification_id: notificationId ?? null,
      once: once ?? null,
      day: day ?? null,
      until_day: untilDay ?? null,
      price_cents: priceCents ?? null,
      plan: plan == null ? null : JSON.stringify(plan),
      reason: reason ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}
