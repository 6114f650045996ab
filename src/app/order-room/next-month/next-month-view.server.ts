import type { Services } from "#compose.ts";
import { isRepeated } from "#content/model/plan-interval.ts";
import { isOwn } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { type NextMonth, readNextMonth } from "#orders/placing/order-next-month.ts";
import { centsFromPrice, dollarsFromCents } from "#platform/money.ts";
import type { Actor } from "#policy/actor.ts";
import { mayInOwnCompany } from "#policy/rights.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { stageOf } from "#stages/delivery-stage.ts";
import { websiteOf } from "../months/month-view.server.ts";

export type NextMonthOfferView = ReturnType<typeof offerOf>;

/** The orders before and after an order, and the offer of the next month. */
export async function nextMonthView(services: Services, actor: Actor, order: Order) {
  const found = await readNextMonth(services, actor, order.id);
  const events = await acceptanceEventsOf(services.database.read, order.id);
  const isComplete = order.paymentStatus === "Paid" && stageOf(order, events) === "accepted";
  const mayOrder = isOwn(actor, order, "payments") && mayInOwnCompany(actor, "mayOrder");
  return {
    isComplete,
    mayOrder,
    previous: linkTo(found.previous),
    next: linkTo(found.next),
    /**
     * Null while the order is not complete, once the next month is ordered, and for a plan whose
     * next month comes by itself.
     */
    offer:
      isComplete && mayOrder && found.next === undefined && !isRepeated(order.charged)
        ? offerOf(found)
        : null,
  };
}

function linkTo(order: Order | undefined) {
  if (order === undefined) return null;
  const { id, number, packageName, paymentStatus } = order;
  return { id, number, packageName, isUnpaid: paymentStatus === "UnPaid" };
}

/** What the next month of an order costs now. */
export function offerOf({ order, plan }: Pick<NextMonth, "order" | "plan">) {
  const cents = plan === undefined ? null : centsFromPrice(plan.packagePrice);
  const price = cents === null ? "" : dollarsFromCents(cents);
  const name = plan?.packageName ?? order.packageName;
  return {
    orderId: order.id,
    orderNumber: order.number,
    website: websiteOf(order),
    plan: name,
    /** "" for a plan that cannot be ordered any more. */
    price: cents ? price : "",
    /** The price as the form names it, such as "299". */
    packagePrice: plan?.packagePrice ?? "",
    /** Sentence about a price that differs from the price of the order; "" for the same price. */
    priceNote:
      cents && cents !== order.priceCents
        ? `${name} now costs ${price}. Order ${order.number} was ${dollarsFromCents(order.priceCents)}.`
        : "",
  };
}
