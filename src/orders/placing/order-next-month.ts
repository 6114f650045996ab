import { z } from "zod";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { customerDetailsIn } from "#platform/texts/customer-details.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { findCustomerOrder, findOrder, isOwn } from "../find-order.ts";
import type { Order } from "../order.ts";
import { selectNextMonth, selectPreviousMonth } from "./next-months.server.ts";
import { type PlaceOrderDependencies, placeOrder } from "./place-order.ts";

const nextMonthForm = z.strictObject({
  /** The price that the customer saw, such as "299". */
  packagePrice: z.string("The price is text such as “299”."),
});

/**
 * Orders the plan of a paid order once more, at the present price, for the same name, address and
 * website. While such an order is unpaid or paid, every further call returns that order, so that a
 * second press, a second window and Back order nothing twice. Input: `nextMonthForm`. Throws
 * "not-found" for another company's order and for a plan that is no longer sold, "conflict" for an
 * order that is not paid, and what `placeOrder` throws.
 */
export async function orderNextMonth(
  dependencies: PlaceOrderDependencies,
  actor: Actor,
  previousId: string,
  input: unknown,
): Promise<Order> {
  const previous = await findOrder(dependencies, actor, previousId);
  const there = await selectNextMonth(dependencies.database.read, previous.id);
  if (there !== undefined && isOwn(actor, there, "payments")) return there;
  const { packagePrice } = parseOrThrow(nextMonthForm, input);
  if (previous.paymentStatus !== "Paid") {
    throw new AppError(
      "conflict",
      `Order ${previous.number} is not paid, so it has no next month. Nothing was ordered.`,
    );
  }
  const form = {
    packageId: previous.packageId,
    packagePrice,
    ...customerDetailsIn(previous),
  };
  return placeOrder(dependencies, actor, form, undefined, previous.id);
}

export interface NextMonth {
  readonly order: Order;
  /** The order that this order continues, and the order that continues it, if the actor sees them. */
  readonly previous: Order | undefined;
  readonly next: Order | undefined;
  /** The plan as it is sold now; undefined for a plan that is no longer sold. */
  readonly plan: PricingPackage | undefined;
}

/** Throws the errors of `findCustomerOrder`. */
export async function readNextMonth(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<NextMonth> {
  const { read } = database;
  const order = await findCustomerOrder({ database }, actor, orderId);
  const [previous, next, plan] = await Promise.all([
    selectPreviousMonth(read, order.id),
    selectNextMonth(read, order.id),
    findRecord(read, pricingPackages, order.packageId),
  ]);
  const seen = (other: Order | undefined) => (other && sees(actor, other) ? other : undefined);
  return { order, previous: seen(previous), next: seen(next), plan };
}

/** An order of a chain may have moved to another company. */
function sees(actor: Actor, order: Order): boolean {
  return (
    may(actor, "see every order") ||
    isOwn(actor, order, "orders") ||
    isOwn(actor, order, "payments")
  );
}
