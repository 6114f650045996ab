import type { Database } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { type Actor, isSignedIn } from "../policy/actor.ts";
import { may, requireSignedIn } from "../policy/rights.ts";
import type { Order } from "./order.ts";
import { selectOrder } from "./order-store.server.ts";

/** One order, for whoever placed it and for admins. For everybody else there is none: "not-found". */
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

/** By the account, not by the address: a freed address may get another owner. */
export function isOwn(actor: Actor, order: Order): boolean {
  return isSignedIn(actor) && order.accountId === actor.accountId;
}

/** The same for an unknown order and for another's. */
export function orderNotFound(): AppError {
  return new AppError("not-found", "There is no such order.");
}
