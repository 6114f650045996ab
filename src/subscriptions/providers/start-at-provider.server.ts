import { isRepeated } from "#content/model/plan-interval.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { cyclePricesOf } from "#orders/lines/order-lines.ts";
import type { Order } from "#orders/order.ts";
import type { PaymentProvider } from "#payments/payment-provider.ts";
import {
  chargesByItself,
  type SubscriptionReport,
  type SubscriptionTerms,
} from "#payments/provider-subscriptions.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { subscriptionIdOf } from "../cycles/cycle-store.server.ts";

/**
 * What a provider is asked to charge again and again, if the payment of this order starts a
 * subscription; null for every other order. Only the first cycle of a subscription that nobody has
 * paid yet starts one: later cycles that are paid by link are single payments. So is a first cycle
 * whose prices the provider cannot charge by itself.
 */
export async function termsToSubscribe(
  tx: WriteTransaction,
  order: Order,
  provider: Pick<PaymentProvider, "subscriptions">,
): Promise<SubscriptionTerms | null> {
  const { charged } = order;
  if (!isRepeated(charged)) return null;
  const row = await tx
    .selectFrom("subscription_cycles as cycle")
    .innerJoin("subscriptions", "subscriptions.id", "cycle.subscription_id")
    .select("subscriptions.id")
    .where("cycle.order_id", "=", order.id)
    .where("cycle.number", "=", 1)
    .where("subscriptions.started_at", "is", null)
    .where("subscriptions.ended_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const prices = cyclePricesOf(await linesOfOrder(tx, order));
  if (!chargesByItself(provider, prices)) return null;
  return {
    planName: order.packageName,
    interval: charged,
    ...prices,
    currency: order.currency,
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Id of the order of the period that a message of a provider is about; null before there is such an
 * order, as for the payment of a subscription that has ended.
 */
export async function orderIdOfReport(
  queries: Queries,
  provider: string,
  { reference, period, at }: SubscriptionReport,
  startedWith: string | null,
): Promise<string | null> {
  const linked = await queries
    .selectFrom("subscriptions")
    .select("id")
    .where("provider", "=", provider)
    .where("provider_reference", "=", reference)
    .executeTakeFirst();
  const id = linked?.id ?? (startedWith && (await subscriptionIdOf(queries, startedWith)));
  if (!id) return null;
  const begun = (period?.start ?? at) + dayMs;
  const cycle = await queries
    .selectFrom("subscription_cycles")
    .select(["order_id as orderId", "due_at as dueAt"])
    .where("subscription_id", "=", id)
    .where("due_at", "<=", begun)
    .orderBy("due_at", "desc")
    .executeTakeFirst();
  if (cycle === undefined) return startedWith;
  // A period may begin some days apart here: see `cycleNear`.
  const isThatPeriod = period === null || cycle.dueAt > period.start - 10 * dayMs;
  return isThatPeriod ? cycle.orderId : null;
}
