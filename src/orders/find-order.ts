import type { Database } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { type Actor, isSignedIn } from "../policy/actor.ts";
import { may, requireSignedIn } from "../policy/rights.ts";
import type { Order } from "./order.ts";
import { selectOrder } from "./order-store.server.ts";

/** An order, for its customer and for admins. Throws "not-found" for everybody else. */
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

/** Compares accounts, not addresses: an address can get another owner. */
export function isOwn(actor: Actor, order: Order): boolean {
  return isSignedIn(actor) && order.accountId === actor.accountId;
}

/** The error for an unknown order and for another customer's, which must not be told apart. */
export function orderNotFound(): AppError {
  return new AppError("not-found", "There is no such order.");
}
