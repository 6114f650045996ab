import { movedMoney } from "#money/money-back/money-back-state.server.ts";
import { selectMoneyBack } from "#money/money-back/money-back-tables.server.ts";
import type { Order } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { stageOf } from "#stages/delivery-stage.ts";

/**
 * Whether the customer of an order is asked for a testimonial: once for each company, in the first
 * order that one of its people has accepted, and only while that order is complete and its money
 * has not been asked back.
 */
export async function isTestimonialAsked(queries: Queries, order: Order): Promise<boolean> {
  const events = await acceptanceEventsOf(queries, order.id);
  if (stageOf(order, events) !== "accepted") return false;
  if (events.findLast(({ kind }) => kind === "accepted")?.way !== "by-hand") return false;
  if ((await selectMoneyBack(queries, order.id)) !== undefined) return false;
  const { ledger, refunds } = await movedMoney(queries, order.id);
  if (ledger.some(({ kind }) => kind === "refund" || kind === "reversal")) return false;
  if (refunds.some(({ state }) => state !== "refused")) return false;
  return isFirstOfCompany(queries, order);
}

/** Companies can be merged, so each of several orders may have been asked about before. */
async function isFirstOfCompany(queries: Queries, { id, companyId }: Order): Promise<boolean> {
  const given = await queries
    .selectFrom("given_testimonials as testimonial")
    .innerJoin("orders", "orders.id", "testimonial.order_id")
    .select("testimonial.order_id")
    .where("orders.company_id", "=", companyId)
    .executeTakeFirst();
  if (given !== undefined) return false;
  const first = await queries
    .selectFrom("orders")
    .innerJoin("order_review_events as event", "event.order_id", "orders.id")
    .select("event.order_id")
    .where("orders.company_id", "=", companyId)
    .where("event.kind", "=", "accepted")
    .where("event.way", "=", "by-hand")
    .orderBy("event.id")
    .executeTakeFirst();
  return first?.order_id === id;
}
