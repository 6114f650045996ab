import type { Services } from "#compose.ts";
import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import type { OfferedAddOn } from "#content/model/add-ons.ts";
import { pricePer } from "#content/model/plan-interval.ts";
import { isOwn, seesPrice } from "#orders/find-order.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { isReduction } from "#orders/lines/order-lines.ts";
import type { Order } from "#orders/order.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import type { ChosenAddOn } from "#orders/placing/place-order.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { type CustomerDetails, customerDetailsIn } from "#platform/texts/customer-details.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { chargedPlan } from "../ui/plan.ts";

export interface EarlierOrder {
  readonly number: number;
  readonly details: CustomerDetails;
  /** The extras of the order that are still offered. */
  readonly addOns: readonly Pick<ChosenAddOn, "id" | "quantity">[];
  /** Sentences about what is not as it was in the order. */
  readonly changes: readonly string[];
}

interface OfferedNow {
  readonly plan: PricingPackage;
  readonly extras: readonly OfferedAddOn[];
}

async function ownOrder(
  { database }: Pick<Services, "database">,
  actor: SignedInActor,
  orderId: string,
): Promise<Order | undefined> {
  const order = orderId === "" ? undefined : await selectOrder(database.read, orderId);
  const isShown = order && (isOwn(actor, order, "orders") || isOwn(actor, order, "payments"));
  return isShown ? order : undefined;
}

/** Says that the plan of an order is gone; "" for an order that the actor does not see. */
export async function goneSentence(
  deps: Pick<Services, "database">,
  actor: SignedInActor,
  orderId: string,
): Promise<string> {
  const order = await ownOrder(deps, actor, orderId);
  return order === undefined
    ? ""
    : `We do not sell ${order.packageName} any more, so order ${order.number} cannot be ordered again as it was. Nothing was ordered.`;
}

/**
 * An order of the actor's company whose details the form of a new order has. Undefined for an order
 * that the actor does not see as a customer.
 */
export async function earlierOrder(
  { database }: Pick<Services, "database">,
  actor: SignedInActor,
  orderId: string,
  { plan, extras }: OfferedNow,
): Promise<EarlierOrder | undefined> {
  const order = await ownOrder({ database }, actor, orderId);
  if (order === undefined) return undefined;
  const lines = await linesOfOrder(database.read, order);
  const isSame = order.packageId === plan._id;
  const former = isSame ? lines.filter(({ kind }) => kind === "add-on") : [];
  const isOffered = ({ addOnId, quantity }: (typeof former)[number]) =>
    extras.some(({ id, most }) => id === addOnId && quantity <= most);
  const gone = former.filter((line) => !isOffered(line)).map(({ label }) => label);
  const now = chargedPlan(plan);
  const before = lines.find(({ kind }) => kind === "plan")?.unitCents;
  const inWords = ({ priceCents, charged }: Pick<typeof now, "priceCents" | "charged">) =>
    pricePer(dollarsFromCents(priceCents), charged);
  const presentPrice = inWords(now);
  const formerPrice = before === undefined ? "" : inWords({ ...order, priceCents: before });
  const isReduced = lines.some(isReduction);
  return {
    number: order.number,
    details: customerDetailsIn(order),
    addOns: former
      .filter(isOffered)
      .flatMap(({ addOnId: id, quantity }) => (id === null ? [] : { id, quantity })),
    changes: [
      ...(isSame && seesPrice(actor, order) && formerPrice !== "" && formerPrice !== presentPrice
        ? [`${plan.packageName} is ${presentPrice} now. In that order it was ${formerPrice}.`]
        : []),
      ...(gone.length > 0 ? [`No longer offered as it was: ${gone.join(", ")}.`] : []),
      ...(isReduced && seesPrice(actor, order)
        ? ["What was taken off the price of that order is not part of this one."]
        : []),
    ],
  };
}
