import { isRepeated } from "#content/model/plan-interval.ts";
import type { Post } from "#mail/mailer.ts";
import { repeatingLines, sumOf } from "#orders/lines/order-lines.ts";
import type { Order } from "#orders/order.ts";
import type { PlacedPlan } from "#orders/placing/place-order.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { dayOf } from "#platform/time/dates.ts";
import { anchorDayOf, periodFrom } from "../model/cycle-dates.ts";
import { holdSubscriptions, insertSubscription } from "../subscription-store.server.ts";
import { scheduleLapse } from "./advance-subscription.server.ts";
import { insertCycle } from "./cycle-store.server.ts";

/**
 * Stores the subscription of a placed order and its first cycle, if the plan is charged again and
 * again. The periods start with the first payment; until then, the day of the order stands for it.
 * Throws "conflict" with `runningSubscription` when the company has the plan for this website
 * already and was not asked about it.
 */
export async function beginSubscription(
  tx: WriteTransaction,
  { post }: { readonly post: Post },
  order: Order,
  { points, lines, isAskedAbout }: PlacedPlan,
): Promise<void> {
  const { charged } = order;
  if (!isRepeated(charged)) return;
  const timeZone = await post.readTimeZone(tx);
  const present = { now: order.placedAt, timeZone };
  if (!isAskedAbout) await requireFirst(tx, order, present);
  const day = dayOf(order.placedAt, timeZone);
  const id = newId();
  const { packageId, packageName, currency, minimumCycles } = order;
  const { workingDays, includedRounds, refundDays } = order;
  // What is charged once is part of the first cycle only.
  const priceCents = sumOf(repeatingLines(lines));
  const plan = { packageId, packageName, priceCents, charged, minimumCycles, points };
  const rhythm = { charged, anchorDay: anchorDayOf(day) };
  await insertSubscription(tx, {
    id,
    number: order.number,
    companyId: order.companyId,
    accountId: order.accountId,
    currency,
    ...plan,
    workingDays,
    includedRounds,
    refundDays,
    anchorDay: rhythm.anchorDay,
    createdAt: order.placedAt,
  });
  const period = periodFrom(day, rhythm);
  await insertCycle(tx, { id, number: 1, period, order, timeZone });
  await scheduleLapse(tx, id, order.placedAt, timeZone);
}

async function requireFirst(
  queries: Queries,
  order: Order,
  present: { readonly now: number; readonly timeZone: string },
): Promise<void> {
  const rows = await queries
    .selectFrom("subscriptions")
    .innerJoin("subscription_cycles as cycle", "cycle.subscription_id", "subscriptions.id")
    .innerJoin("orders", "orders.id", "cycle.order_id")
    .select("subscriptions.id")
    .distinct()
    .where("subscriptions.company_id", "=", order.companyId)
    .where("subscriptions.package_id", "=", order.packageId)
    .where("subscriptions.ended_at", "is", null)
    .where("orders.customer_website", "=", order.customerWebsite)
    .execute();
  const ids = rows.map(({ id }) => id);
  const running = (await holdSubscriptions(queries, ids, present)).find(
    ({ standing }) => standing.state !== "ended" && standing.cancelledFrom === null,
  );
  if (running === undefined) return;
  const of = order.customerWebsite === "" ? "" : ` for ${order.customerWebsite}`;
  const isUnpaid = running.standing.state === "awaiting-approval";
  const which = `order ${running.subscription.number}${isUnpaid ? ", which is not paid yet" : ""}`;
  const sentence = `Your company has the ${order.packageName} plan${of} already: ${which}. Nothing was ordered. Confirm that you want the plan a second time.`;
  throw new AppError("conflict", sentence, {
    extra: { runningSubscription: running.subscription.id },
  });
}
