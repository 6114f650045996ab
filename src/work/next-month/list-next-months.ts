import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { isRepeated } from "#content/model/plan-interval.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import type { Order } from "#orders/order.ts";
import { asOrder } from "#orders/order-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import { mayInOwnCompany } from "#policy/rights.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { stageOf } from "#stages/delivery-stage.ts";

/** Number of recent orders that are looked at. */
const recentOrders = 20;

/**
 * The company's complete orders without a next month, the newest first: the last one for each
 * website, because an order for the same website continues the work, too. Empty for somebody who
 * may not order or sees no payments.
 */
export async function listNextMonths(
  { database: { read } }: { readonly database: Database },
  actor: SignedInActor,
): Promise<readonly { readonly order: Order; readonly plan: PricingPackage | undefined }[]> {
  if (!mayInOwnCompany(actor, "mayOrder") || !mayInOwnCompany(actor, "payments")) return [];
  const rows = await read
    .selectFrom("orders")
    .selectAll()
    .where("company_id", "=", companyOf(actor).id)
    .where("payment_status", "in", ["UnPaid", "Paid"])
    .orderBy("number", "desc")
    .limit(recentOrders)
    .execute();
  const newest = new Map<string, Order>();
  for (const order of rows.map(asOrder)) {
    if (!newest.has(order.customerWebsite)) newest.set(order.customerWebsite, order);
  }
  const plans = await listRecords(read, pricingPackages);
  const complete: { order: Order; plan: PricingPackage | undefined }[] = [];
  for (const order of newest.values()) {
    // The next month of a repeated plan comes by itself.
    if (isRepeated(order.charged)) continue;
    if (order.paymentStatus !== "Paid" || order.orderStatus !== "Delivered") continue;
    if (stageOf(order, await acceptanceEventsOf(read, order.id)) !== "accepted") continue;
    complete.push({ order, plan: plans.find(({ _id }) => _id === order.packageId) });
  }
  return complete;
}
