import type { Database } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { type Actor, isSignedIn } from "../policy/actor.ts";
import { may, requireSignedIn } from "../policy/rights.ts";
import type { Order } from "./order.ts";
import { selectOrder } from "./order-store.server.ts";

/**
 * Returns an order to its customer and to admins. Throws "unauthenticated" for visitors, and
 * "not-found" for other customers.
 */
export async function findOrder(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<Order> {
  const seesEvery = may(actor, "see every order");
  if (!seesEvery) requireSignedIn(actor);
  const order = await selectOrder(database.read, orderId);
  if (order === undefined || !(seesEvery || isOwn(actor, order))) throw orderNotFound();
  return order;
}

/** Compares accounts, because an email address can later belong to another account. */
export function isOwn(actor: Actor, order: Order): boolean {
  return isSignedIn(actor) && order.accountId === actor.accountId;
}

/**
 * The same error for an unknown order and for another customer's order, so that the error does not
 * reveal which orders exist.
 */
export function orderNotFound(): AppError {
  return new AppError("not-found", "There is no such order.");
}
